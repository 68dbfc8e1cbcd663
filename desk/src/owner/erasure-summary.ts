import type { Lead } from '../api/types.ts';

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/**
 * Whether a lead is on hold. The hold includes its last day.
 *
 * @param today as "2026-11-22"
 */
export const isHeld = ({ hold_until: until }: Pick<Lead, 'hold_until'>, today: string): boolean =>
  until !== null && until >= today;

export function erasureSummary(leads: readonly Pick<Lead, 'events' | 'offers'>[]): string[] {
  const notes = leads.flatMap(({ events }) => events).filter(({ text }) => text !== null).length;
  const offers = leads.flatMap((lead) => lead.offers).length;
  return [
    `${counted(leads.length, 'enquiry', 'enquiries')}, with name, number, address and message`,
    ...(notes > 0 ? [counted(notes, 'note', 'notes')] : []),
    ...(offers > 0 ? [`${counted(offers, 'offer', 'offers')}, with conditions and evidence`] : []),
    'the email files about them on the server, and the record of each try to send one',
  ];
}
