import type { Channel } from '../api/types.ts';
import { readDraft, writeDraft } from '../lib/drafts.ts';

/** The draft of how a call went. `channel` is set from the moment that the call begins. */
export const recordKey = (leadId: string) => `${leadId}.record`;

/**
 * Makes the lead ask how it went. It is kept like a draft, because a phone may unload the desk while somebody is in
 * the app that calls.
 */
export function expectOutcome(leadId: string, channel: Channel): void {
  const key = recordKey(leadId);
  const draft = readDraft(key);
  writeDraft(key, { ...draft, values: { ...draft?.values, channel } });
}

export const isOutcomeExpected = (leadId: string): boolean =>
  readDraft(recordKey(leadId))?.values.channel !== undefined;
