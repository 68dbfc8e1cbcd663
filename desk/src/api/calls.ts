import type { Database } from '#database-types';
import { setClock } from '../lib/use-now.ts';
import { loadClients } from './client.ts';
import { takePrefetched } from './first-screen.ts';
import { USER_HEADER } from './user-header.ts';
import { errorOf, Unavailable } from './refusal.ts';
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
  SellerMail,
  PersonRecord,
  Card,
  Stage,
  View,
} from './types.ts';

/** What each function of the database's schema `desk` returns. For the database, all of it is JSON. */
type Results = Record<ChangeName, Lead> & {
  me: Me;
  changes: Changes;
  inbox: InboxPage;
  lead: Lead;
  search: { cards: Card[] };
  export_csv: Export;
  person: PersonRecord;
  erase: Erased;
  funnel: Funnel;
};

type GeneratedArgs<Name extends keyof Results> = Database['desk']['Functions'][Name]['Args'];
/** The arguments of a function. SQL has no types without null, so the generated ones leave it out. */
type ArgsOf<Name extends keyof Results> = {
  [Arg in keyof GeneratedArgs<Name>]: GeneratedArgs<Name>[Arg] | null;
};

/**
 * Calls one function of the database's schema `desk`.
 *
 * @param person the id of the user who made a change: the call is refused if somebody else has signed in since
 * @throws {Refusal} after a 4xx response
 * @throws {Unavailable} if there was no response, or a 5xx one
 */
async function call<Name extends keyof Results>(
  name: Name,
  args: ArgsOf<Name>,
  person?: string,
): Promise<Results[Name]> {
  // If the prefetch failed, the call is sent again below by the Supabase client, which can first renew the session.
  const prefetched = await takePrefetched(name, args).catch(() => undefined);
  if (prefetched !== undefined) return prefetched as Results[Name];
  const { desk } = await loadClients().catch((cause: unknown) => {
    throw new Unavailable('The app is not complete.', { cause });
  });
  const request = desk.rpc(name, args);
  const response = await (person === undefined ? request : request.setHeader(USER_HEADER, person));
  if (response.error) throw errorOf(response);
  return response.data as Results[Name];
}

type OfLead = { lead_id: string };
/** For a change that is refused as stale if the lead has changed since `version`. */
type OfVersion = OfLead & { version: number };
/** The next step and its time: both or neither. */
type Next = { next_action: NextAction | null; next_at: string | null };
export type Terms = {
  amount: number;
  market_value: number;
  basis: Basis;
  /** In a new offer, null means none. In a changed offer, '' removes them and null keeps them. */
  conditions: string | null;
  valid_until: string;
  funds: Funds;
  /** Whether the seller sees the market value. */
  shows_market_value: boolean;
};

/** Does not compile if the function has no such argument, or one of another type. */
type OfTheFunctions<
  Args extends {
    [Name in keyof Args]: {
      [Arg in keyof Args[Name]]: Name extends keyof Results
        ? Arg extends keyof ArgsOf<Name>
          ? ArgsOf<Name>[Arg]
          : never
        : never;
    };
  },
> = Args;

/** What staff may change in a lead, by the name of the function. Each function returns the changed lead. */
export type ChangeArgs = OfTheFunctions<{
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
  /** Until `until`, the lead is not deleted. Null ends the hold. */
  hold: OfVersion & { until: string | null; reason: string | null };
  trust: OfLead;
  distrust: OfLead;
  /** Writes to the seller, who reads it on their own page. */
  reply: OfLead & { body: string };
  /** Makes a link to the seller's page: `key_hash` is the hash of its key, which only the browser has. */
  make_link: OfLead & { key_hash: string };
  /** Ends every link to the seller's page. */
  end_links: OfLead;
  mail_seller: OfLead & { mail: SellerMail };
  /** Closes `lead_id` as a duplicate of `target_id`, and returns that lead. */
  merge: OfVersion & { target_id: string };
}>;

export type ChangeName = keyof ChangeArgs;

/** What the app needs to send a change of a lead. */
export type ChangeRequest<Name extends ChangeName = ChangeName> = {
  /** An idempotency key: the same for every retry, so that the change is stored once. */
  id: string;
  name: Name;
  args: ChangeArgs[Name];
  /** The id of the user who made the change. The change is never sent with another user's session. */
  person: string;
};

/** Sends a change. The database stores a change once, however often it is sent, because its id stays the same. */
export const storeChange = ({ name, args, id, person }: ChangeRequest) =>
  call(name, { ...args, request_id: id }, person);

const newRequestId = (): string => crypto.randomUUID();

export const readMe = () => call('me', {});
/**
 * Polls: reads what has changed since the last response, and sets the app's clock to the server's.
 *
 * @param after the last response's `cursor`. With null, the result has a first cursor and no changes
 */
export async function readChanges(after: string | null): Promise<Changes> {
  const changes = await call('changes', { after });
  setClock(changes.now);
  return changes;
}
/** @param before the last page's `next`; null for the first page */
export const readInbox = (view: View, before: string | null, pageSize: number) =>
  call('inbox', { view, before, page_size: pageSize });
export const readLead = (leadId: string) => call('lead', { lead_id: leadId });
export const search = (query: string) => call('search', { query });

/** For owners only. Dates are like 2026-11-01; both days are included. */
export const exportCsv = (from: string, until: string) =>
  call('export_csv', { first_day: from, last_day: until, request_id: newRequestId() });
/** For owners only. Each look-up is recorded, without the key. @param key a phone number or an e-mail address */
export const readPerson = (key: string) => call('person', { key });
/** For owners only. Erases the given leads, which `readPerson` has shown, and no newer ones of the same person. */
export const erase = (write: { key: string; lead_ids: string[]; reason: string; request_id: string }) =>
  call('erase', write);
export const readFunnel = (from: string, until: string) =>
  call('funnel', { first_day: from, last_day: until });
