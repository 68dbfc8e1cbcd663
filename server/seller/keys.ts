import { createHash } from 'node:crypto';
import * as z from 'zod';
import { time } from '../cases/cards.ts';
import { writeEvent } from '../cases/events.ts';
import { execute, exists, rowOf, sql, type Db } from '../database/statement.ts';

/** What a key opens. */
export type Opened = {
  /** The lead that the key was made for. */
  leadId: string;
  /** The case that the firm works on: the lead's own or, if staff have merged the lead into another one, that one's. */
  caseId: string;
  /** Whether the key only reads. */
  isShared: boolean;
  /** When the transaction began, by the database's clock. */
  now: string;
};

const foundSchema = z.object({
  lead_id: z.string().nullable(),
  case_id: z.string().nullable(),
  is_shared: z.boolean().nullable(),
  is_use_noted: z.boolean(),
  now: time,
  without_case: z.array(z.string()),
});

const find = (db: Db, hash: Buffer | null, isWrite: boolean) =>
  rowOf(
    db,
    foundSchema,
    sql`
      select keys.lead_id, coalesce(cases.duplicate_of, cases.lead_id) as case_id, made_for = 'shared' as is_shared,
        coalesce(last_used_at >= now() - interval '1 minute', false) as is_use_noted, now() as now,
        array(
          -- The hash is still in the notification of a lead that has no case.
          (
            select lead_id::text from private.notifications as sent
            where sent.key_hash = given.hash
              and not exists (select from desk.cases where cases.lead_id = sent.lead_id)
            -- The browser makes a key for each lead, so there are more only if somebody sends many on purpose.
            limit 10
          )
          union all
          select keys.lead_id::text where keys.lead_id is not null and cases.lead_id is null
        ) as without_case
      from (select ${hash}::bytea as hash) as given
      left join desk.enquiry_keys as keys
        on key_hash = given.hash and ends_at > now() and not (${isWrite} and made_for = 'shared')
      left join desk.cases on cases.lead_id = keys.lead_id`,
  );

/** Notes that a key was used, at most once a minute, because the page calls every few seconds. @returns whether it was */
const noteUse = async (db: Db, hash: Buffer | null) =>
  (await execute(
    db,
    sql`
      update desk.enquiry_keys set last_used_at = now(), ends_at = default
      where key_hash = ${hash} and coalesce(last_used_at < now() - interval '1 minute', true)`,
  )) > 0;

async function noteVisit(db: Db, caseId: string): Promise<void> {
  const isNoted = await exists(
    db,
    sql`
      select from desk.events
      where lead_id = ${caseId} and kind = 'opened' and at > now() - interval '1 hour'`,
  );
  if (!isNoted) await writeEvent(db, { actor: null, leadId: caseId, kind: 'opened' });
}

/**
 * Finds the enquiry of a key, which ends 180 days after its last use. Unknown, ended and malformed keys, and a read-only
 * key that is to write, are refused after the same statements.
 *
 * @param key what the caller gave, of any type
 * @returns undefined if the key opens nothing, or may not write
 */
export async function openEnquiry(
  db: Db,
  key: unknown,
  { isWrite, adoptCases }: { isWrite: boolean; adoptCases: (leadIds: readonly string[]) => Promise<unknown> },
): Promise<Opened | undefined> {
  const hash = typeof key === 'string' ? createHash('sha256').update(key).digest() : null;
  // The database shows this transaction only what the key opens.
  await execute(db, sql`select set_config('seller.key_hash', ${hash?.toString('hex') ?? ''}, true)`);
  let found = await find(db, hash, isWrite);
  if (found.without_case.length > 0) {
    // Making the case also stores the key.
    await adoptCases(found.without_case);
    found = await find(db, hash, isWrite);
  }
  const { lead_id: leadId, case_id: caseId, is_use_noted: isUseNoted, now } = found;
  if (leadId === null || caseId === null) return undefined;
  const isShared = found.is_shared === true;
  if (!isUseNoted && (await noteUse(db, hash)) && !isShared) await noteVisit(db, caseId);
  return { leadId, caseId, isShared, now };
}
