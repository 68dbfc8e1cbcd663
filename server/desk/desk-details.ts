import { load } from 'cheerio';
import type { Site } from '../site/site.ts';

/** The firm's details that the desk, the staff's app, shows. */
export type DeskDetails = { brand: string; phone: string; siteUrl: string };

/** Reads the firm's details from the built site, so that they are configured once. */
export function deskDetails(site: Pick<Site, 'homePage' | 'phone'>, siteUrl: string): DeskDetails {
  return {
    brand: load(site.homePage)('meta[property="og:site_name"]').attr('content') ?? '',
    phone: site.phone?.text ?? '',
    siteUrl,
  };
}
