import { enquiryPath, ERASE_STEP } from '#lead/enquiry-key.ts';
import { findEnquiryKey } from '#lead/find-enquiry-key.ts';

/** The key in the page's address. If a mail program has changed the link, the address gets its right form back. */
export function keyInAddress(): string | undefined {
  const found = findEnquiryKey(window.location.href);
  if (!found) return undefined;
  const path = enquiryPath(found.key, found.isErase);
  const { pathname, search, hash } = window.location;
  if (pathname + search + hash !== path) window.history.replaceState(window.history.state, '', path);
  return found.key;
}

/** Whether the page was opened by a mail's link to erase everything. The page asks before it erases anything. */
export const isEraseLink = (): boolean => window.location.hash.endsWith(ERASE_STEP);

/**
 * Keeps the key in the page's address. A link within the page, such as the one that skips the header, would replace the
 * key, and a reload would then find none. If the link of another enquiry is opened in the same tab, this reloads the
 * page, because browsers load nothing when only the part after `#` differs.
 */
export function keepKeyInAddress(key: string | undefined): void {
  window.addEventListener('hashchange', () => {
    const given = keyInAddress();
    if (given === key) return;
    if (given !== undefined) window.location.reload();
    else if (key !== undefined) window.history.replaceState(window.history.state, '', enquiryPath(key));
  });
}
