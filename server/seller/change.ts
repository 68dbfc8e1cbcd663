/** What every change by a seller needs: the locks, the request that is carried out once, the limit, the event. */
import * as z from 'zod';
import { queueAlert } from '../cases/alerts.ts';
import { beginRequest, lockCase, type Case, type Recorder } from '../cases/change.ts';
import { writeEvent } from '../cases/events.ts';
import { queueMailToFirm } from '../cases/mails.ts';
import { allOf, execute, exists, sql, type Db } from '../database/statement.ts';
import { uuid } from '../http/json.ts';
import { Refused } from '../refused.ts';
import type { Opened } from './keys.ts';
import { secondsToWait, type EventLimit } from './limits.ts';

/** The key of the seller's link, not validated: a missing or malformed key gets the same answer as an unknown one. */
export const key = z.custom<string>(() => true).default('');

/** What every change is given: the key, and an idempotency key, the same for every retry. */
export const ofSeller = { key, request_id: uuid };

export type OfSeller = { key: string; request_id: string };

type OpenedLead = Pick<Opened, 'leadId'>;

export type SellersWork = {
  db: Db;
  opened: Opened;
  /** The case, locked. The rule changes it, and saves it with `saveSellersCase`. */
  current: Case;
  /** Writes the event of this request. */
  record: Recorder;
  /** Writes an event of something else that the request changes. */
  recordAlso: Recorder;
};

/** One kind of change that sellers make: `work` has its rules. */
export type SellersChange<Schema extends z.ZodType<OfSeller>> = {
  name: string;
  given: Schema;
  /** How often one case may have it. Each such event stays for ever, and most are mailed to the firm. */
  limit: EventLimit;
  work: (work: SellersWork, given: z.output<Schema>) => Promise<unknown>;
};

/** Defines a change, with its types. */
export const defineSellersChange = <Schema extends z.ZodType<OfSeller>>(change: SellersChange<Schema>) =>
  change;

/** Stores what a seller can change of a case that is locked. The seller's login may change nothing else of it. */
export const saveSellersCase = (db: Db, changed: Case) =>
  execute(
    db,
    sql`
      update desk.cases
      set
        stage = ${changed.stage}, close_reason = ${changed.close_reason}, version = ${changed.version},
        next_action = ${changed.next_action}, next_at = ${changed.next_at}, asked_at = ${changed.asked_at},
        question_at = ${changed.question_at}, complaint_due = ${changed.complaint_due},
        do_not_call = ${changed.do_not_call}, changed_at = clock_timestamp()
      where lead_id = ${changed.lead_id}`,
  );

/** Locks the case, and then does `work` unless this request was carried out before. */
export async function changeEnquiry<Schema extends z.ZodType<OfSeller>>(
  db: Db,
  opened: Opened,
  { name, limit, work }: SellersChange<Schema>,
  given: z.output<Schema>,
): Promise<void> {
  const { leadId } = opened;
  const { request_id: id, ...others } = given as OfSeller;
  const current = await lockCase(db, leadId);
  // Not the key: a retry may come with another link of the same seller.
  const request = { id, name: `seller.${name}`, leadId, caller: null, given: { ...others, key: null } };
  const [isFirst, wait] = await allOf([beginRequest(db, request), secondsToWait(db, leadId, limit)]);
  if (!isFirst) return;
  if (wait !== undefined) {
    const message = 'You have sent several things quickly. Please wait a while, or ring us.';
    throw new Refused(429, '', message, wait);
  }
  const recorder =
    (requestId?: string): Recorder =>
    (kind, facts, texts) =>
      writeEvent(db, { actor: null, leadId, kind, facts, requestId, texts });
  await work({ db, opened, current, record: recorder(id), recordAlso: recorder() }, given);
}

/**
 * Queues a mail to the firm about an event. There is none about a lead of a flood, because the firm got no separate mail
 * about that lead either.
 */
export async function mailFirm(db: Db, { leadId }: OpenedLead, eventId: string): Promise<void> {
  const isOfFlood = await exists(
    db,
    sql`select from public.leads where id = ${leadId} and 'flood' = any (suspect_reasons)`,
  );
  if (!isOfFlood) await queueMailToFirm(db, leadId, eventId);
}

/**
 * Puts the case into the desk's list "Now" until staff have reacted, mails the firm and tells the staff's devices. That also holds for a lead that
 * was merged into another one: nothing of the other one is changed, and staff decide what the seller's wish means for it.
 *
 * @param call for a wish for a call: when it is due, if not at once
 */
export function askFirm(
  { db, opened, current }: Pick<SellersWork, 'db' | 'current'> & { opened: OpenedLead },
  eventId: string,
  what: 'asked_at' | 'question_at' = 'asked_at',
  call?: { dueAt: string | null },
): Promise<unknown> {
  current[what] ??= current.now;
  const alert = { eventId, kind: call ? 'call' : 'message', leadId: opened.leadId, ...call } as const;
  return allOf([saveSellersCase(db, current), mailFirm(db, opened, eventId), queueAlert(db, alert)]);
}
