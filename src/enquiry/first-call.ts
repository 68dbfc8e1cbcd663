import { readEnquiry } from './calls.ts';
import { keyInAddress } from './key.ts';

/** The key in the page's address. */
export const enquiryKey = keyInAddress();

/**
 * Resolves when the seller sees the page: at once or, if the browser prerenders it, when the seller opens it. It does
 * not call `lib/when-opened.ts`, because the build would put shared code into one more file, which the first script of
 * every page would have to load.
 */
export const opened: Promise<unknown> = document.prerendering
  ? new Promise((resolve) => {
      document.addEventListener('prerenderingchange', resolve, { once: true });
    })
  : Promise.resolve();

/**
 * The first call. The page loads this module as a separate script, so that the call begins while the component, with
 * React, is still loading.
 */
export const firstAnswer = enquiryKey === undefined ? undefined : opened.then(() => readEnquiry(enquiryKey));
