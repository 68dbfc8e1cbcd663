import { hashEnquiryKey } from '#lead/enquiry-key.ts';
import { readEnquiry } from './calls.ts';
import { keepKeyInAddress, keyInAddress } from './key.ts';
import type { Firm } from './ReachUs.tsx';

const key = keyInAddress();
keepKeyInAddress(key);
/** The first call begins before the component is loaded. */
const first = key === undefined ? undefined : readEnquiry(key);

/** Resolves when the page's style sheet has loaded or failed, so that nothing is shown without its styles. */
async function stylesSettled(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]');
  if (!link || link.sheet) return;
  await new Promise((resolve) => {
    for (const type of ['load', 'error']) link.addEventListener(type, resolve, { once: true });
  });
}

/**
 * Shows the seller's own page. Until then, and without JavaScript, the page says how to reach the firm.
 *
 * @throws {TypeError} when the script of the component cannot be loaded
 */
export async function startEnquiry(host: HTMLElement): Promise<void> {
  const keyHash = key !== undefined && isSecureContext ? await hashEnquiryKey(key) : undefined;
  const [{ mount }] = await Promise.all([import('./mount.tsx'), stylesSettled()]);
  const help = document.querySelector<HTMLElement>('[data-enquiry-help]');
  const setHelpHidden = (isHidden: boolean) => {
    if (help) help.hidden = isHidden;
  };
  const firm = JSON.parse(host.dataset.yourEnquiry ?? '') as Firm;
  setHelpHidden(true);
  mount(host, { firm, enquiryKey: key, keyHash, first }, () => {
    setHelpHidden(false);
  });
}
