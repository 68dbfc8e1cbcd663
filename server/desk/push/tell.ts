/** Who is told of what: the rules of `desk.alerts` and `desk.pushes`, and for owners of faults. */
import * as z from 'zod';
import { isOpenAt } from '#calendar/reply-deadline.ts';
import { adoptNew } from '../../cases/adopt.ts';
import { readCalendar } from '../../cases/calendar.ts';
import { isInvented } from '../../cases/mails.ts';
import type { Fault } from '../../database/codes.ts';
import { execute, rowOf, sql, type Db, type Sql } from '../../database/statement.ts';
import { rehearsalId } from '../../operations/rehearsal.ts';
import { IS_OPEN } from '../sign-in/sessions.ts';

/** A device is told of nothing that is older. */
const TOLD_FOR = sql`interval '1 hour'`;

/** Whether a device may be told: nobody has removed it, signed out or left. For a query of `desk_auth.devices`. */
export const IS_LIVE = sql`(
  devices.ended_at is null
  and exists (select from desk_auth.sessions where sessions.id = devices.session_id and ${IS_OPEN})
  and exists (select from desk.staff where staff.user_id = devices.user_id and staff.active)
)`;

/** Whether a moment is in the quiet hours of a member of staff. */
export const isQuiet = (moment: Sql) => sql`coalesce((
  select case when quiet_from < quiet_to then clock >= quiet_from and clock < quiet_to
    else clock >= quiet_from or clock < quiet_to end
  from (select (${moment} at time zone 'Europe/London')::time as clock) as now_there
), false)`;

/** Whether somebody of the staff has opened a case's lead, or done something with it without opening it. */
const IS_SEEN = sql`(
  cases.seen_at is not null or cases.assignee is not null
  or exists (
    select from desk.events
    where events.lead_id = cases.lead_id and actor is not null and kind not in ('exported', 'person_read')
  )
)`;

/**
 * Decides who is told of what is due, and queues a message for each of their devices, in one transaction. A lead without a
 * case is one that nobody was told of yet: it gets its case, and with it its alerts. Several servers may do this at once.
 *
 * An owner to whom no message goes is told by mail that nobody has opened a lead; the mail waits for a minute, so that it
 * knows (`unseen-mail.ts`).
 */
export async function tellWhatIsDue(db: Db): Promise<void> {
  await adoptNew(db);
  const { is_due, now } = await rowOf(
    db,
    z.object({ is_due: z.boolean(), now: z.coerce.date() }),
    sql`select exists (select from desk.alerts where told_at is null and due_at <= now()) as is_due, now() as now`,
  );
  if (!is_due) return;
  const isOpen = isOpenAt(now, await readCalendar(db));
  const rehearsal = await rehearsalId(db);
  await execute(
    db,
    sql`
      with due as (
        select event_id, kind, lead_id, due_at from desk.alerts
        where told_at is null and due_at <= now()
          -- If the server was down until the firm closed, they wait until it opens.
          and (${isOpen} or kind not in ('unseen', 'unseen_longer'))
        order by due_at limit 50
        for update skip locked
      ),
      standing as (
        select due.*, coalesce(target.assignee, cases.assignee) as assignee,
          case when kind in ('unseen', 'unseen_longer') then now() else due_at end + ${TOLD_FOR} as expires_at
        from due join desk.cases using (lead_id)
        left join desk.cases as target on target.lead_id = cases.duplicate_of
        where not cases.is_suspect and not ${isInvented(sql`due.lead_id`)}
          -- The form that the check of the live site sends.
          and not exists (
            select from private.notifications as mails
            where mails.lead_id = due.lead_id and mails.submission_id = ${rehearsal}::uuid
          )
          and case
          when kind in ('unseen', 'unseen_longer') then cases.stage = 'new' and not ${IS_SEEN}
          when due_at < now() - ${TOLD_FOR} then false
          -- Not if the seller has wished another call since, or staff have rung or planned something else.
          when kind = 'call' then
            (coalesce(target.next_action, cases.next_action), coalesce(target.next_at, cases.next_at)) = ('call', due_at)
            or (select at from desk.events where id = event_id) = (
              select max(at) from desk.events
              where events.lead_id in (cases.lead_id, target.lead_id)
                and events.kind in ('call_wished', 'called', 'planned')
            )
          else true
        end
      ),
      queued as (
        insert into desk.pushes (event_id, kind, device_id, expires_at)
        select event_id, kind, devices.id, expires_at
        from standing
        join desk.staff on staff.active
          and case kind
            when 'unseen' then true
            when 'unseen_longer' then role = 'owner'
            -- Nobody has it either if whoever had it has left.
            else assignee = user_id
              or not exists (select from desk.staff as holder where holder.user_id = assignee and holder.active)
          end
          and case kind when 'unseen_longer' then 'unseen' else kind end = any (told_of)
          -- Such as the complaint that they have recorded themselves.
          and not exists (select from desk.events where events.id = event_id and actor = user_id)
          and not ${isQuiet(sql`now()`)}
        join desk_auth.devices on devices.user_id = staff.user_id and ${IS_LIVE}
      ),
      mailed as (
        insert into private.notifications (lead_id, kind, next_attempt_at)
        select lead_id, 'unseen', now() + interval '1 minute' from standing where kind = 'unseen_longer'
        on conflict do nothing
      )
      update desk.alerts set told_at = now() from due
      where (alerts.event_id, alerts.kind) = (due.event_id, due.kind)`,
  );
}

/** The live devices of owners who have chosen to be told of faults. For a query of `desk.staff`. */
const OF_OWNERS = sql`
  join desk_auth.devices on devices.user_id = staff.user_id and ${IS_LIVE}
  where active and role = 'owner' and 'fault' = any (told_of)`;

/**
 * Queues a message about each fault for these devices, unless they got one in the last 24 hours. In quiet hours there is none;
 * if the fault lasts, it comes when they end. Several servers may do this at once.
 */
export const tellOfFaults = (db: Db, faults: readonly Fault[]) =>
  execute(
    db,
    sql`
      insert into desk.pushes (kind, day, device_id, expires_at)
      select fault, (now() at time zone 'Europe/London')::date, devices.id, now() + interval '1 day'
      from unnest(${faults}::text[]) as fault cross join desk.staff ${OF_OWNERS}
        and not ${isQuiet(sql`now()`)}
        and not exists (
          select from desk.pushes as earlier
          where (earlier.device_id, earlier.kind) = (devices.id, fault)
            and earlier.made_at between now() - interval '24 hours' and now()
        )
      on conflict do nothing`,
  );

/** Queues a test for an owner's devices, also in quiet hours: they have asked for it. */
export const tellTest = (db: Db, ownerId: string) =>
  execute(
    db,
    sql`
      insert into desk.pushes (kind, device_id, expires_at)
      select 'test', devices.id, now() + interval '5 minutes' from desk.staff ${OF_OWNERS} and staff.user_id = ${ownerId}`,
  );
