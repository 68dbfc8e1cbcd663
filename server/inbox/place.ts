import * as z from 'zod';
import { execute, firstRowOf, rowOf, sql, type Db } from '../database/statement.ts';
import { transact, type Connections } from '../database/transact.ts';
import { MailboxFault } from './outage.ts';

const HOUR_MS = 3_600_000;
/** The longest time between two tries at a mail. */
const LONGEST_WAIT_MS = 600_000;
/** A mail at which so many servers have ended is taken without its text, and passed over if one more ends at it. */
const MOST_ENDS = 4;

const waitingSchema = z.object({
  /** When the mail was first begun, and when it is next due, in milliseconds. */
  since: z.number(),
  next: z.number(),
  /** The server that has begun it last; null if that server knows how its try has ended. */
  by: z.string().nullable(),
  /** At how many tries the server has ended. */
  ends: z.int(),
});

/** A mail that was begun, and is not done with. */
export type Waiting = z.infer<typeof waitingSchema>;

/** Whether a mail was begun an hour ago or more. Only then may it be taken without its text, or passed over. */
export const isOld = ({ since }: Waiting, now: number) => now - since >= HOUR_MS;

/** How a try at a mail goes: of one at which servers end, less and less is read. */
export const wayOf = ({ ends }: Waiting) =>
  ends < MOST_ENDS ? 'whole' : ends === MOST_ENDS ? 'bare' : 'passed_over';

/** The next try at a mail: the older it is, the later comes the one after that. */
export function nextTry(former: Waiting | undefined, server: string, now: number): Waiting {
  if (!former) return { since: now, next: now, by: server, ends: 0 };
  const { since, by } = former;
  const hasEnded = by !== null && by !== server;
  const most = isOld(former, now) ? MOST_ENDS + 1 : MOST_ENDS - 1;
  return {
    since,
    next: now + Math.min(now - since, LONGEST_WAIT_MS),
    by: server,
    ends: Math.min(former.ends + Number(hasEnded), most),
  };
}

/** Which mails of a mailbox are done with, in the numbering `uidValidity`. */
export type Place = {
  mailbox: string;
  uidValidity: bigint;
  /** Up to this one, all mails were begun. */
  lastUid: number;
  /** Those of them that are not done with, and are due. */
  due: number[];
};

/**
 * Reads where to go on. At the first look at a mailbox that is its end, so that older mails are left. If the mail server has
 * numbered the mails anew, it is the beginning: those that were taken are recognised.
 */
export async function openPlace(
  db: Db,
  mailbox: string,
  { uidValidity, uidNext }: { uidValidity: bigint; uidNext: number },
): Promise<Place> {
  const { last_uid: lastUid, due } = await rowOf(
    db,
    z.object({ last_uid: z.coerce.number(), due: z.array(z.coerce.number()) }),
    sql`
      with place as (
        insert into desk.mailboxes as place (name, uid_validity, last_uid)
        values (${mailbox}, ${String(uidValidity)}, ${uidNext - 1})
        on conflict (name) do update set
          uid_validity = excluded.uid_validity,
          last_uid = case when place.uid_validity = excluded.uid_validity then place.last_uid else 0 end,
          waiting = case when place.uid_validity = excluded.uid_validity then place.waiting else '{}' end
        returning last_uid, waiting
      )
      select last_uid, array(
        select uid from jsonb_each(waiting) as mails (uid, mail)
        where (mail ->> 'next')::numeric <= extract(epoch from now()) * 1000
        order by uid::bigint
      ) as due
      from place`,
  );
  return { mailbox, uidValidity, lastUid, due };
}

const isPlace = ({ mailbox, uidValidity }: Place) =>
  sql`name = ${mailbox} and uid_validity = ${String(uidValidity)}`;

/** Notes that mails are begun, before anything of them is read: one that ends the server must not end it for ever. */
export const beginMails = (pool: Connections, place: Place, uids: readonly number[], server: string) =>
  transact(pool, async (db) => {
    const row = await firstRowOf(
      db,
      z.object({ now: z.coerce.number(), waiting: z.record(z.string(), waitingSchema) }),
      sql`
        select extract(epoch from now()) * 1000 as now, waiting from desk.mailboxes where ${isPlace(place)} for update`,
    );
    if (!row) throw new MailboxFault('The mails were numbered anew.');
    const { now, waiting } = row;
    const begun = uids.map((uid) => ({ uid, ...nextTry(waiting[uid], server, now) }));
    const changed = Object.fromEntries(begun.map(({ uid, ...mail }) => [uid, mail]));
    await execute(
      db,
      sql`
        update desk.mailboxes
        set waiting = waiting || ${JSON.stringify(changed)}::jsonb, last_uid = greatest(last_uid, ${Math.max(...uids)})
        where ${isPlace(place)}`,
    );
    return begun.map((mail) => ({ ...mail, isOld: isOld(mail, now) }));
  });

/** Notes that the server has survived its tries at these mails, so far as they are not done with. */
export const surviveMails = (db: Db, place: Place, uids: readonly number[]) =>
  execute(
    db,
    sql`
      update desk.mailboxes
      set waiting = (
        select jsonb_object_agg(
          uid, case when uid::bigint = any(${uids}::bigint[]) then mail || '{"by": null}' else mail end
        ) from jsonb_each(waiting) as mails (uid, mail)
      )
      where ${isPlace(place)} and waiting <> '{}'`,
  );

/** Ends with a mail, in the transaction that takes it. @returns false if another server has done so */
export const finishMail = async (db: Db, place: Place, uid: number): Promise<boolean> =>
  (await execute(
    db,
    sql`
      update desk.mailboxes set waiting = waiting - ${String(uid)}::text
      where ${isPlace(place)} and waiting ? ${String(uid)}`,
  )) > 0;
