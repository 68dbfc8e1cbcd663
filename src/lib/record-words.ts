/** The firm's record of its offers in words: on the site, and in the desk's figures. */
import type { OurRecord } from '#server/cases/our-record.ts';
import { pounds } from './pounds.ts';

const dayFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' });

/** Completes the words "Our record of offers: ". */
export function recordInWords(record: OurRecord): string {
  const { day, offers, lowered, lowered_by, withdrawn, sold, sold_at_first, days } = record;
  const period = `in the year to ${dayFormat.format(new Date(day))}`;
  const made = `${offers || 'no'} first ${offers === 1 ? 'offer' : 'offers'} ${period}`;
  if (lowered === null) return `${made}, too few to say how often the price fell later.`;
  const fall = lowered_by === null ? '' : `, by a median of ${pounds(lowered_by)}`;
  const bought = `We completed ${sold} ${sold === 1 ? 'purchase' : 'purchases'} then`;
  const sales =
    days === null
      ? `${bought}, too few to say more.`
      : `${bought}: ${sold_at_first} at our first offer or more, half within ${days} days of the enquiry.`;
  return `of ${made}, we lowered ${lowered} later${fall}, and withdrew ${withdrawn}. ${sales}`;
}
