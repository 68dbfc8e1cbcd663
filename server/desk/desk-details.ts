import { load } from 'cheerio';
import type { Site } from '../site/site.ts';

/** What the pages of the desk know of the business. */
export type DeskDetails = { brand: string; phone: string; siteUrl: string };

/** Reads them from the built site, so that nobody has to say them twice. */
export function deskDetails(site: Pick<Site, 'homePage' | 'phone'>, siteUrl: string): DeskDetails {
  return {
    brand: load(site.homePage)('meta[property="og:site_name"]').attr('content') ?? '',
    phone: site.phone?.text ?? '',
    siteUrl,
  };
}
