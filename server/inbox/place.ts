import * as z from 'zod';
import { execute, rowOf, sql, type Db } from '../database/statement.ts';

/** Which mails of a mailbox are done with: those up to `lastUid`, in the numbering `uidValidity`. */
export type Place = { mailbox: string; uidValidity: bigint; lastUid: number };

/**
 * Reads where to go on. At the first look at a mailbox that is its end, so that older mails are left. If the mail server has
 * numbered the mails anew, it is the beginning: those that were taken are recognised.
 */
export async function openPlace(
  db: Db,
  mailbox: string,
  { uidValidity, uidNext }: { uidValidity: bigint; uidNext: number },
): Promise<Place> {
  const { last_uid: lastUid } = await rowOf(
    db,
    z.object({ last_uid: z.coerce.number() }),
    sql`
      insert into desk.mailboxes as place (name, uid_validity, last_uid)
      values (${mailbox}, ${String(uidValidity)}, ${uidNext - 1})
      on conflict (name) do update set
        uid_validity = excluded.uid_validity,
        last_uid = case when place.uid_validity = excluded.uid_validity then place.last_uid else 0 end,
        tries = case when place.uid_validity = excluded.uid_validity then place.tries else 0 end
      returning last_uid`,
  );
  return { mailbox, uidValidity, lastUid };
}

/** Goes on to this mail, in the transaction that takes it. @returns false if another server has done so */
export async function moveOn(
  db: Db,
  { mailbox, uidValidity }: Pick<Place, 'mailbox' | 'uidValidity'>,
  uid: number,
) {
  const moved = await execute(
    db,
    sql`
      update desk.mailboxes set last_uid = ${uid}
      where name = ${mailbox} and uid_validity = ${String(uidValidity)} and last_uid < ${uid}`,
  );
  return moved > 0;
}

/** Notes that the next mail is begun. @returns how often it was, also before a crash */
export async function noteTry(db: Db, { mailbox }: Place, uid: number): Promise<number> {
  const { tries } = await rowOf(
    db,
    z.object({ tries: z.int() }),
    sql`
      update desk.mailboxes
      set tries = case when tried_uid = ${uid} then tries + 1 else 1 end, tried_uid = ${uid}
      where name = ${mailbox}
      returning tries`,
  );
  return tries;
}
