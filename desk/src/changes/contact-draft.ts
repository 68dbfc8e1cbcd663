import type { Channel } from '../api/types.ts';
import { readDraft, writeDraft } from './drafts.ts';

/** The key of the draft of RecordContact, the form that asks how a call or message went. */
export const recordKey = (leadId: string) => `${leadId}.record`;

/**
 * To be run when somebody presses Call, WhatsApp or E-mail. When the lead's page opens next, it asks how the call or
 * message went. The channel is stored as a draft, because a phone may unload the page during the call.
 */
export function expectOutcome(leadId: string, channel: Channel): void {
  const key = recordKey(leadId);
  const draft = readDraft(key);
  writeDraft(key, { ...draft, values: { ...draft?.values, channel } });
}

export const isOutcomeExpected = (leadId: string): boolean =>
  readDraft(recordKey(leadId))?.values.channel !== undefined;
