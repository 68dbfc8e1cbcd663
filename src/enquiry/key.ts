import { ERASE_STEP } from '#lead/enquiry-key.ts';

/** The key in the address of the page, which stands behind `#k=`, where browsers send it to nobody. */
export const keyInAddress = (): string | undefined =>
  window.location.hash.startsWith('#k=') ? window.location.hash.slice(3).replace(ERASE_STEP, '') : undefined;

/** Whether the page was opened by the link in a mail to erase everything. The page asks before it erases anything. */
export const isEraseLink = (): boolean => window.location.hash.endsWith(ERASE_STEP);

/**
 * Keeps the key in the address: a link within the page, such as the one that skips the header, replaces it, and a reload
 * would then find no key. Another link to the page that is opened in the same tab is loaded, because browsers do not do
 * so when only the part behind `#` differs.
 */
export function keepKeyInAddress(key: string | undefined): void {
  window.addEventListener('hashchange', () => {
    const given = keyInAddress();
    if (given === key) return;
    if (given !== undefined) window.location.reload();
    else if (key !== undefined) window.history.replaceState(window.history.state, '', `#k=${key}`);
  });
}
