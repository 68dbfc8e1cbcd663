import type { Lead } from '../api/types.ts';
import type { Change } from './outbox.ts';

/** The version of a lead that an edit started from, with the fields that a conflict compares. */
export type Base = Omit<Lead, 'events' | 'others' | 'mail_attempts'>;

export function baseOf(lead: Lead): Base {
  const base: Base & Partial<Lead> = { ...lead };
  delete base.events;
  delete base.others;
  delete base.mail_attempts;
  return base;
}

/**
 * The new base of an unsent edit, after another change by the same user was stored. If nobody else has changed the
 * lead, it is the stored version. Otherwise the old base is kept, so that the database detects the conflict.
 */
export function baseAfter(base: Base, stored: Change, lead: Lead): Base {
  const isOnlyChange =
    lead.id === base.id && stored.base.version === base.version && lead.version === base.version + 1;
  return isOnlyChange ? baseOf(lead) : base;
}
