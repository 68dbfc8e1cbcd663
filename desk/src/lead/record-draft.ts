import type { Channel } from '../api/types.ts';
import { readDraft, writeDraft } from '../lib/drafts.ts';

/** The key of RecordContact's draft. The draft has a `channel` once somebody has pressed Call, WhatsApp or E-mail. */
export const recordKey = (leadId: string) => `${leadId}.record`;

/** Makes the lead's page open RecordContact. Stored as a draft, as a phone may unload the page during the call. */
export function expectOutcome(leadId: string, channel: Channel): void {
  const key = recordKey(leadId);
  const draft = readDraft(key);
  writeDraft(key, { ...draft, values: { ...draft?.values, channel } });
}

export const isOutcomeExpected = (leadId: string): boolean =>
  readDraft(recordKey(leadId))?.values.channel !== undefined;
