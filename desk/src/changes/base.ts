import type { Card, Lead } from '../api/types.ts';

/**
 * A lead as it was when an edit of it started. If a colleague changes the lead meanwhile, the user is shown how the
 * colleague's version differs from this one.
 */
export type Base = Card & {
  /** Undefined if the edit started in a list, which does not have them. */
  offers?: Lead['offers'];
};

export function baseOf(lead: Lead | Card): Base {
  const base: Base & Partial<Lead> = { ...lead };
  delete base.events;
  delete base.others;
  delete base.mail_attempts;
  return base;
}

/**
 * The base of an unsent edit after another change by the same user was stored. If nobody else has changed the lead
 * meanwhile, the base becomes the stored version. Otherwise it stays, so that the database detects the conflict.
 */
export function baseAfter(base: Base, stored: { base: Base }, lead: Lead): Base {
  const isOnlyChange =
    lead.id === base.id && stored.base.version === base.version && lead.version === base.version + 1;
  return isOnlyChange ? baseOf(lead) : base;
}
