/** What an owner gets by mail: alerts, and the figures of the week if they wish. */
import * as z from 'zod';
import { defineCall } from '../cases/call.ts';
import { time } from '../cases/cards.ts';
import { requireOwner, type Member } from '../cases/members.ts';
import { execute, rowOf, sql, type Db } from '../database/statement.ts';

const ownerMailsSchema = z.object({
  weekly: z.boolean(),
  /** The last test alert; `sent_at` is null until a mail server has accepted it. */
  test: z.object({ made_at: time, sent_at: time.nullable() }).nullable(),
});

const readOwnerMails = (db: Db, { id }: Member) =>
  rowOf(
    db,
    ownerMailsSchema,
    sql`
      select weekly_mail as weekly, (
        select jsonb_build_object('made_at', made_at, 'sent_at', sent_at)
        from desk.staff_mails where user_id = ${id} and kind = 'test' order by id desc limit 1
      ) as test
      from desk.staff where user_id = ${id}`,
  );

/** With `weekly`, sets whether this owner gets the weekly mail. */
export const ownerMails = defineCall({
  given: z.object({ weekly: z.boolean().nullable() }),
  async work(db, me, { weekly }) {
    requireOwner(me);
    if (weekly !== null) {
      await execute(db, sql`update desk.staff set weekly_mail = ${weekly} where user_id = ${me.id}`);
    }
    return readOwnerMails(db, me);
  },
});

/** Sends a test alert, at most one a minute. */
export const sendTest = defineCall({
  given: z.object({}),
  async work(db, me) {
    requireOwner(me);
    await execute(
      db,
      sql`
        insert into desk.staff_mails (user_id, kind)
        select user_id, 'test' from desk.staff
        where user_id = ${me.id} and not exists (
          select from desk.staff_mails
          where user_id = ${me.id} and kind = 'test' and made_at > now() - interval '1 minute'
        )`,
    );
    return readOwnerMails(db, me);
  },
});
