/** What an owner gets: alerts by mail and on their devices, and the figures of the week by mail if they wish. */
import * as z from 'zod';
import { defineCall } from '../cases/call.ts';
import { time } from '../cases/cards.ts';
import { requireOwner, type Member } from '../cases/members.ts';
import { PUSH_OUTCOMES } from '../database/codes.ts';
import { execute, rowOf, sql, type Db } from '../database/statement.ts';
import { code } from '../http/json.ts';
import { tellTest } from './push/tell.ts';

const ownerMailsSchema = z.object({
  weekly: z.boolean(),
  /** The last test alert; `sent_at` is null until a mail server has accepted it. */
  test: z
    .object({
      made_at: time,
      sent_at: time.nullable(),
      /** The devices that it went to; `outcome` is null until it is known. */
      devices: z.array(
        z.object({ name: z.string(), outcome: code(PUSH_OUTCOMES, 'There is no such outcome.').nullable() }),
      ),
    })
    .nullable(),
});

const readOwnerMails = (db: Db, { id }: Member) =>
  rowOf(
    db,
    ownerMailsSchema,
    sql`
      select weekly_mail as weekly, (
        select jsonb_build_object('made_at', made_at, 'sent_at', sent_at, 'devices', (
          select coalesce(jsonb_agg(jsonb_build_object('name', name, 'outcome', outcome) order by added_at, device_id), '[]')
          from desk.pushes join desk_auth.devices on devices.id = device_id
          where user_id = ${id} and kind = 'test' and pushes.made_at = staff_mails.made_at
        ))
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

/** Sends a test alert by mail and to the devices that alerts go to, at most one a minute. */
export const sendTest = defineCall({
  given: z.object({}),
  async work(db, me) {
    requireOwner(me);
    const queued = await execute(
      db,
      sql`
        insert into desk.staff_mails (user_id, kind)
        select user_id, 'test' from desk.staff
        where user_id = ${me.id} and not exists (
          select from desk.staff_mails
          where user_id = ${me.id} and kind = 'test' and made_at > now() - interval '1 minute'
        )`,
    );
    if (queued > 0) await tellTest(db, me.id);
    return readOwnerMails(db, me);
  },
});
