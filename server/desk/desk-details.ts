import { load } from 'cheerio';
import type { Calendar } from '#calendar/reply-deadline.ts';
import { calendarOf } from '../site/set-opening-hours.ts';
import type { Site } from '../site/site.ts';

/** The firm's details that the desk, the staff's app, shows. */
export type DeskDetails = {
  brand: string;
  siteUrl: string;
  /** When the firm is open: the desk suggests such times for the next step. */
  calendar: { hours: Calendar['hours']; closedDays: string[] };
};

/** How far the closed days reach. Bank holidays are known for twenty years. */
const KNOWN_DAYS_MS = 2 * 365 * 24 * 3_600_000;

/** Reads the firm's details from the built site, so that they are configured once. */
export function deskDetails(site: Pick<Site, 'homePage'>, siteUrl: string): DeskDetails {
  const { hours, closedDays } = calendarOf(site.homePage);
  const last = new Date(Date.now() + KNOWN_DAYS_MS).toISOString();
  return {
    brand: load(site.homePage)('meta[property="og:site_name"]').attr('content') ?? '',
    siteUrl,
    calendar: { hours, closedDays: [...closedDays].filter((day) => day < last) },
  };
}
