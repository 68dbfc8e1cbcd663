import { whenOpened } from '../lib/when-opened.ts';
import { readEnquiry } from './calls.ts';
import { keyInAddress } from './key.ts';

/** The key in the page's address. */
export const enquiryKey = keyInAddress();

/**
 * The first call. The page loads this module as a separate script, so that the call begins while the component, with
 * React, is still loading.
 */
export const firstAnswer =
  enquiryKey === undefined ? undefined : whenOpened().then(() => readEnquiry(enquiryKey));
