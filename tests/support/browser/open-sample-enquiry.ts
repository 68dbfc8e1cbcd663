import type { Page } from '@playwright/test';
import type { Enquiry } from '#src/enquiry/types.ts';

/** Opens the seller's own page with this enquiry in place of the server's answer. The enquiry's times are fixed. */
export async function openSampleEnquiry(page: Page, enquiry: Enquiry): Promise<void> {
  await page.route('**/enquiry/enquiry', (route) => route.fulfill({ json: enquiry }));
  await page.goto(`/your-enquiry#k=${'s'.repeat(43)}`);
  await page.locator('[data-standing]').waitFor();
}
