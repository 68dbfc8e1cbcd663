import { load } from 'cheerio';
import * as z from 'zod';
import type { Site } from '../site/site.ts';

const detailsSchema = z.object({
  brand: z.string(),
  phone: z.string(),
  email: z.string(),
  hours: z.string(),
  /** Who stands behind the brand. */
  legal: z.string(),
  /** In how many days a complaint has its answer. */
  complaintDays: z.coerce.number(),
});

/** The firm's details in the mails to sellers, as the site shows them. */
export type FirmDetails = z.infer<typeof detailsSchema>;

/**
 * Reads the firm's details from the page that the mails to sellers link to, so that they are configured once.
 *
 * @throws {Error} when the site has been built without this page
 */
export function readFirmDetails(site: Pick<Site, 'readPage'>): FirmDetails {
  const page = site.readPage('/your-enquiry');
  const details = page && load(page)('[data-your-enquiry]').attr('data-your-enquiry');
  if (!details)
    throw new Error(
      'The site has no page /your-enquiry: build it again (npm run build), without PUBLIC_SUPABASE_URL.',
    );
  return detailsSchema.parse(JSON.parse(details));
}
