import { enquiryPath } from '#lead/enquiry-key.ts';
import { findEnquiryKey } from '#lead/find-enquiry-key.ts';

/** The key in the page's address. If a mail program has changed the link, the address gets its right form back. */
export function keyInAddress(): string | undefined {
  const key = findEnquiryKey(window.location.href);
  if (key === undefined) return undefined;
  const path = enquiryPath(key);
  const { pathname, search, hash } = window.location;
  if (pathname + search + hash !== path) window.history.replaceState(window.history.state, '', path);
  return key;
}

let kept: string | undefined;

/**
 * Keeps the key in the page's address. A link within the page, such as the one that skips the header, would replace the
 * key, and a reload would then find none. If the link of another enquiry is opened in the same tab, this reloads the
 * page, because browsers load nothing when only the part after `#` differs.
 */
export function keepKeyInAddress(key: string | undefined): void {
  kept = key;
  window.addEventListener('hashchange', () => {
    const given = keyInAddress();
    if (given === kept) return;
    if (given !== undefined) window.location.reload();
    else if (kept !== undefined) window.history.replaceState(window.history.state, '', enquiryPath(kept));
  });
}

/** Takes the key out of the page's address. */
export function forgetKey(): void {
  kept = undefined;
  window.history.replaceState(null, '', window.location.pathname);
}
