import { desk } from './client.ts';
import { errorOf } from './refusal.ts';
import type {
  Basis,
  Changes,
  ChangeReason,
  Channel,
  CloseReason,
  Erased,
  Export,
  Funds,
  Funnel,
  InboxPage,
  Lead,
  Me,
  NextAction,
  OfferStatus,
  Outcome,
  PersonRecord,
  Card,
  Stage,
  View,
} from './types.ts';

/**
 * Calls one function of the schema `desk`.
 *
 * @throws {Refusal} when the function refuses @throws {NotConnected} when no answer comes
 */
async function call<Result>(name: string, args: Record<string, unknown> = {}): Promise<Result> {
  const answer = await desk().rpc(name, args);
  if (answer.error) throw errorOf(answer);
  return answer.data as Result;
}

/** `request_id` makes a repeated write harmless: it is made once for each thing that somebody wants. */
type Write = { lead_id: string; request_id: string };
/** A write that is refused as stale when the lead has changed since `version`. */
type VersionedWrite = Write & { version: number };
/** What comes next and when: both or neither. */
type Next = { next_action: NextAction | null; next_at: string | null };
type Terms = {
  amount: number;
  market_value: number;
  basis: Basis;
  conditions: string | null;
  valid_until: string;
  funds: Funds;
};

export type CallLog = VersionedWrite &
  Next & { channel: Channel; outcome: Outcome; body: string | null; close_reason: CloseReason | null };
export type StageChange = VersionedWrite & Next & { stage: Stage; reason: CloseReason | null };
export type NewOffer = VersionedWrite & Next & Terms;
export type OfferChange = VersionedWrite &
  Next &
  Terms & { offer_id: string; status: OfferStatus; reason_code: ChangeReason; evidence: string | null };
export type ContactRules = VersionedWrite & {
  do_not_call: boolean;
  vulnerable: boolean;
  contact_rules: string | null;
};

const newRequestId = (): string => crypto.randomUUID();

export const readMe = () => call<Me>('me');
/** @param after the last answer's cursor; null only asks for the cursor */
export const readChanges = (after: string | null) => call<Changes>('changes', { after });
/** @param before the last page's `next`; null for the first page */
export const readInbox = (view: View, before: string | null, limit: number) =>
  call<InboxPage>('inbox', { view, before, limit });
export const readLead = (leadId: string) => call<Lead>('lead', { lead_id: leadId });
export const search = (query: string) => call<{ cards: Card[] }>('search', { query });

export const claim = (write: Write) => call<Lead>('claim', write);
export const release = (write: VersionedWrite) => call<Lead>('release', write);
export const assign = (write: VersionedWrite & { assignee: string }) => call<Lead>('assign', write);
export const logCall = (write: CallLog) => call<Lead>('log_call', write);
export const plan = (write: VersionedWrite & { next_action: NextAction; next_at: string }) =>
  call<Lead>('plan', write);
export const setStage = (write: StageChange) => call<Lead>('set_stage', write);
export const addNote = (write: Write & { body: string }) => call<Lead>('note', write);
export const makeOffer = (write: NewOffer) => call<Lead>('offer', write);
export const changeOffer = (write: OfferChange) => call<Lead>('change_offer', write);
export const setContactRules = (write: ContactRules) => call<Lead>('set_contact_rules', write);
/** @param write `until` null ends the hold */
export const hold = (write: VersionedWrite & { until: string | null; reason: string | null }) =>
  call<Lead>('hold', write);
export const trust = (write: Write) => call<Lead>('trust', write);
export const distrust = (write: Write) => call<Lead>('distrust', write);
/** Closes `lead_id` as a duplicate of `into`. @returns the lead `into` */
export const merge = (write: VersionedWrite & { into: string }) => call<Lead>('merge', write);

/** Dates are inclusive: 2026-11-01. For owners. */
export const exportCsv = (from: string, until: string) =>
  call<Export>('export_csv', { from, until, request_id: newRequestId() });
/** @param key a phone number or an e-mail address. For owners; the look-up is itself an event. */
export const readPerson = (key: string) => call<PersonRecord>('person', { key });
/** Erases only the leads that `readPerson` showed. For owners. */
export const erase = (write: { key: string; lead_ids: string[]; reason: string; request_id: string }) =>
  call<Erased>('erase', write);
export const readFunnel = (from: string, until: string) => call<Funnel>('funnel', { from, until });
