import { readEnquiry } from './calls.ts';
import { keyInAddress } from './key.ts';

/** The key in the page's address. */
export const enquiryKey = keyInAddress();

/** Resolves when somebody sees the page: at once, or if the browser prerenders it, when the visitor opens it. */
export const activated = document.prerendering
  ? new Promise((resolve) => {
      document.addEventListener('prerenderingchange', resolve, { once: true });
    })
  : Promise.resolve();

/**
 * The first call. The page loads this module as a separate script, so that the call begins while the component, with
 * React, is still loading.
 */
export const firstAnswer =
  enquiryKey === undefined ? undefined : activated.then(() => readEnquiry(enquiryKey));
