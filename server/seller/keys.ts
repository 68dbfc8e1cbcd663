import * as z from 'zod';
import { writeEvent } from '../cases/events.ts';
import { allOf, execute, exists, rowOf, sql, type Db } from '../database/statement.ts';
import { hashOfKey } from '../hash-of-key.ts';

const foundSchema = z.object({
  lead_id: z.string().nullable(),
  is_shared: z.boolean().nullable(),
  is_unconfirmed: z.boolean(),
  is_use_noted: z.boolean(),
  without_case: z.array(z.string()),
});

const find = (db: Db, hash: Buffer | null, isWrite: boolean) =>
  rowOf(
    db,
    foundSchema,
    sql`
      select cases.lead_id, made_for = 'shared' as is_shared, desk.is_unconfirmed() as is_unconfirmed,
        coalesce(last_used_at >= now() - interval '1 minute', false) as is_use_noted,
        array(select desk.leads_without_case()::text) as without_case
      from (select ${hash}::bytea as hash) as given
      left join desk.enquiry_keys as keys
        on key_hash = given.hash and ends_at > now() and not (${isWrite} and made_for = 'shared')
      left join desk.cases on cases.lead_id = keys.lead_id`,
  );

/** Row level security shows this transaction only what the key opens. */
const showOnly = (db: Db, hash: Buffer | null) =>
  execute(db, sql`select set_config('seller.key_hash', ${hash?.toString('hex') ?? ''}, true)`);

/**
 * What a key opens: one lead with its case. If staff have merged the lead into another one, the key opens nothing of that
 * one, because somebody else may have sent it.
 */
export type Opened = {
  leadId: string;
  /** Whether the key only reads. */
  isShared: boolean;
};

/** Notes that a key was used, at most once a minute, because the page calls every few seconds; and a visit once an hour. */
async function noteUse(db: Db, hash: Buffer | null, { leadId, isShared }: Opened): Promise<void> {
  const noted = await execute(
    db,
    sql`
      update desk.enquiry_keys set last_used_at = now(), ends_at = default
      where key_hash = ${hash} and ends_at > now()
        and coalesce(last_used_at < now() - interval '1 minute', true)`,
  );
  if (noted === 0 || isShared) return;
  const lastVisit = sql`
    select from desk.events
    where lead_id = ${leadId} and kind = 'opened' and at > now() - interval '1 hour'`;
  if (!(await exists(db, lastVisit))) await writeEvent(db, { actor: null, leadId, kind: 'opened' });
}

/** The hash of what a caller gave as a key, as the database has it; null if it is no text. */
export const hashOfGiven = (key: unknown): Buffer | null => (typeof key === 'string' ? hashOfKey(key) : null);

type Use = {
  /** What the caller gave, of any type. */
  key: unknown;
  isWrite: boolean;
  /** Makes the missing cases of leads, in a transaction of its own. */
  adoptCases: (leadIds: readonly string[]) => Promise<unknown>;
};

/**
 * Finds the enquiry of a key, which ends 180 days after its last use. Unknown, ended and malformed keys, and a read-only
 * key that is to write, are refused after the same statements.
 *
 * @returns undefined if the key opens nothing, or may not write; `unconfirmed` if it came in a mail, and the last four digits
 *   of the seller's number have not been entered yet: it then opens no more than `unconfirmed.ts` does
 */
export async function openEnquiry(
  db: Db,
  { key, isWrite, adoptCases }: Use,
): Promise<Opened | 'unconfirmed' | undefined> {
  const hash = hashOfGiven(key);
  let [, found] = await allOf([showOnly(db, hash), find(db, hash, isWrite)]);
  if (found.without_case.length > 0) {
    // Making the case also stores the key.
    await adoptCases(found.without_case);
    found = await find(db, hash, isWrite);
  }
  const { lead_id: leadId, is_shared: isShared } = found;
  if (found.is_unconfirmed) return 'unconfirmed';
  if (leadId === null) return undefined;
  const opened = { leadId, isShared: isShared === true };
  if (!found.is_use_noted) await noteUse(db, hash, opened);
  return opened;
}
