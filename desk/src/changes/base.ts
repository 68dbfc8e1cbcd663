import type { Lead } from '../api/types.ts';
import type { Change } from './outbox.ts';

/** A lead as it was when somebody began to type: with what a conflict compares, and without its history. */
export type Base = Omit<Lead, 'events' | 'others' | 'mail_attempts'>;

export function baseOf(lead: Lead): Base {
  const base: Base & Partial<Lead> = { ...lead };
  delete base.events;
  delete base.others;
  delete base.mail_attempts;
  return base;
}

/**
 * The base of what is still being written after one's own change of the same lead was stored. It moves along, unless
 * somebody else has changed the lead as well: then it stays, and the database refuses what rests on it.
 */
export function baseAfter(base: Base, stored: Change, lead: Lead): Base {
  const isOwnStep =
    lead.id === base.id && stored.base.version === base.version && lead.version === base.version + 1;
  return isOwnStep ? baseOf(lead) : base;
}
