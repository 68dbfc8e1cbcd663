import { createRoot } from 'react-dom/client';
import { hashEnquiryKey } from '#lead/enquiry-key.ts';
import { answerOf } from './calls.ts';
import { keepKeyInAddress, keyInAddress } from './key.ts';
import type { Firm } from './ReachUs.tsx';
import type { Opened } from './types.ts';
import { YourEnquiry } from './YourEnquiry.island.tsx';

/** Resolves when the page's style sheet has loaded or failed, so that nothing is shown without its styles. */
async function stylesSettled(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]');
  if (!link || link.sheet) return;
  await new Promise((resolve) => {
    for (const type of ['load', 'error']) link.addEventListener(type, resolve, { once: true });
  });
}

/**
 * Shows the seller's own page when the first call is answered (`first-call.ts`). The component replaces the built HTML
 * and does not hydrate it, because that is only a line saying that the enquiry is being looked up.
 *
 * @param help the other ways to reach the firm, which are shown again if the component throws an error
 */
async function showEnquiry(host: HTMLElement, help: HTMLElement) {
  const keyHash = enquiryKey !== undefined && isSecureContext ? await hashEnquiryKey(enquiryKey) : undefined;
  const first = window.firstCall && (await answerOf<Opened>(window.firstCall));
  await stylesSettled();
  const firm = JSON.parse(host.dataset.yourEnquiry ?? '') as Firm;
  help.hidden = true;
  const root = createRoot(host, {
    onUncaughtError(error) {
      console.error('The page failed', error);
      help.hidden = false;
    },
  });
  root.render(<YourEnquiry firm={firm} enquiryKey={enquiryKey} keyHash={keyHash} first={first} />);
}

const enquiryKey = keyInAddress();
keepKeyInAddress(enquiryKey);
const host = document.querySelector<HTMLElement>('[data-your-enquiry]');
const help = document.querySelector<HTMLElement>('[data-enquiry-help]');
if (host && help) void showEnquiry(host, help);
