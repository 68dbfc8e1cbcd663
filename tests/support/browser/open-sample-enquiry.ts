import type { Page } from '@playwright/test';
import type { Enquiry } from '#src/enquiry/types.ts';
import { EnquiryPage } from './enquiry-page.ts';

/** Opens the seller's own page with this enquiry in place of the server's answer. The enquiry's times are fixed. */
export async function openSampleEnquiry(page: Page, enquiry: Enquiry): Promise<void> {
  await page.route('**/enquiry/enquiry', (route) => route.fulfill({ json: enquiry }));
  await new EnquiryPage(page).open(`/your-enquiry#k=${'s'.repeat(43)}`);
}
