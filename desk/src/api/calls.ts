import type { Change } from '../changes/outbox.ts';
import { setClock } from '../lib/use-now.ts';
import { loadClients } from './client.ts';
import { takeEarly } from './early.ts';
import { ONLY_AS } from './only-as.ts';
import { errorOf, NotConnected } from './refusal.ts';
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
 * @param person refuses the call unless this is whose session it goes out with
 * @throws {Refusal} when the function refuses @throws {NotConnected} when no answer comes
 */
async function call<Result>(
  name: string,
  args: Record<string, unknown> = {},
  person?: string,
): Promise<Result> {
  // A refusal or a failure is asked for again, because the client may renew the session.
  const early = await takeEarly(name, args).catch(() => undefined);
  if (early !== undefined) return early as Result;
  const { desk } = await loadClients().catch((cause: unknown) => {
    throw new NotConnected('The app is not complete.', { cause });
  });
  const request = desk.rpc(name, args);
  const answer = await (person === undefined ? request : request.setHeader(ONLY_AS, person));
  if (answer.error) throw errorOf(answer);
  return answer.data as Result;
}

type OfLead = { lead_id: string };
/** Refused as stale when the lead has changed since `version`. */
type OfVersion = OfLead & { version: number };
/** What comes next and when: both or neither. */
type Next = { next_action: NextAction | null; next_at: string | null };
type Terms = {
  amount: number;
  market_value: number;
  basis: Basis;
  /** An empty text: none. In a change, null: as before. */
  conditions: string | null;
  valid_until: string;
  funds: Funds;
};

/** What staff may change in a lead, by the name of the function. Each answers with the lead as it is then. */
export type ChangeArgs = {
  claim: OfLead;
  release: OfVersion;
  assign: OfVersion & { assignee: string };
  log_call: OfVersion &
    Next & { channel: Channel; outcome: Outcome; body: string | null; close_reason: CloseReason | null };
  plan: OfVersion & { next_action: NextAction; next_at: string };
  set_stage: OfVersion & Next & { stage: Stage; reason: CloseReason | null };
  note: OfLead & { body: string };
  offer: OfVersion & Next & Terms;
  change_offer: OfVersion &
    Next &
    Terms & { offer_id: string; status: OfferStatus; reason_code: ChangeReason; evidence: string | null };
  set_contact_rules: OfVersion & {
    do_not_call: boolean;
    vulnerable: boolean;
    contact_rules: string | null;
  };
  /** `until` null ends the hold. */
  hold: OfVersion & { until: string | null; reason: string | null };
  trust: OfLead;
  distrust: OfLead;
  /** Closes `lead_id` as a duplicate of `into`, and answers with that one. */
  merge: OfVersion & { into: string };
};

export type ChangeName = keyof ChangeArgs;

/** Stores a change: once, however often it is sent. */
export const storeChange = ({ name, args, id, person }: Change) =>
  call<Lead>(name, { ...args, request_id: id }, person);

const newRequestId = (): string => crypto.randomUUID();

export const readMe = () => call<Me>('me');
/** Also sets the app's clock by the server's. @param after the last answer's cursor; null only asks for the cursor */
export async function readChanges(after: string | null): Promise<Changes> {
  const changes = await call<Changes>('changes', { after });
  setClock(changes.now);
  return changes;
}
/** @param before the last page's `next`; null for the first page */
export const readInbox = (view: View, before: string | null, limit: number) =>
  call<InboxPage>('inbox', { view, before, limit });
export const readLead = (leadId: string) => call<Lead>('lead', { lead_id: leadId });
export const search = (query: string) => call<{ cards: Card[] }>('search', { query });

/** Dates are inclusive: 2026-11-01. For owners. */
export const exportCsv = (from: string, until: string) =>
  call<Export>('export_csv', { from, until, request_id: newRequestId() });
/** @param key a phone number or an e-mail address. For owners; the look-up is itself an event. */
export const readPerson = (key: string) => call<PersonRecord>('person', { key });
/** Erases only the leads that `readPerson` showed. For owners. */
export const erase = (write: { key: string; lead_ids: string[]; reason: string; request_id: string }) =>
  call<Erased>('erase', write);
export const readFunnel = (from: string, until: string) => call<Funnel>('funnel', { from, until });
