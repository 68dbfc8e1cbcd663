/** What is due, as a calendar that a member of staff subscribes to with a private address. */
import { randomBytes } from 'node:crypto';
import ical, { ICalCalendarMethod } from 'ical-generator';
import * as z from 'zod';
import { referenceOf } from '#lead/reference.ts';
import { shownName } from '#lead/shown-name.ts';
import { NEXT_ACTIONS } from '../database/codes.ts';
import { allOf, execute, firstRowOf, rowOf, rowsOf, sql, type Db } from '../database/statement.ts';
import { hashOfKey } from '../hash-of-key.ts';
import { code } from '../http/json.ts';
import { defineCall } from './call.ts';
import { time } from './cards.ts';
import { addDays } from './days.ts';
import { initialsOf } from './initials.ts';

/** Makes a new address, which ends the one before, or ends it. The key is in this one answer only: the database has its hash. */
export const calendarFeed = defineCall({
  given: z.object({ change: z.enum(['new', 'end']).optional() }),
  async work(db, me, { change }) {
    const key = change === 'new' ? randomBytes(32).toString('base64url') : undefined;
    if (change !== undefined) {
      await execute(
        db,
        sql`
          update desk.staff
          set feed_hash = ${key === undefined ? null : hashOfKey(key)}, feed_made_at = case ${change} when 'new' then now() end
          where user_id = ${me.id}`,
      );
    }
    const { since } = await rowOf(
      db,
      z.object({ since: time.nullable() }),
      sql`select feed_made_at as since from desk.staff where user_id = ${me.id}`,
    );
    return { since, path: key === undefined ? null : `/calendar/${key}.ics` };
  },
});

/** The member of staff whose address has this key; undefined if it was ended, or its owner's access was. */
const findOwner = (db: Db, key: string) =>
  firstRowOf(
    db,
    z.object({ id: z.string() }),
    sql`select user_id as id from desk.staff where feed_hash = ${hashOfKey(key)} and active`,
  );

const dueSchema = z.object({
  id: z.string(),
  name: z.string().transform(shownName),
  submission_id: z.string().nullable(),
  version: z.int(),
  next_action: code(NEXT_ACTIONS, '').nullable(),
  due_at: time.nullable(),
  complaint_due: z.string().nullable(),
  /** The call that the seller has asked for beside a visit. */
  call: z.object({ starts_at: time, ends_at: time, sequence: z.int() }).nullable(),
});
type Due = z.infer<typeof dueSchema>;

/** What is due of the leads that a member has, and of those that nobody has: not what was due more than a month ago. */
const readDue = (db: Db, memberId: string) =>
  rowsOf(
    db,
    dueSchema,
    sql`
      select leads.id, name, submission_id, version, next_action, due_at, complaint_due, call
      from desk.cases
      join public.leads on leads.id = cases.lead_id
      left join private.notifications on notifications.lead_id = leads.id and kind = 'lead'
      cross join lateral (
        select case
          when stage = 'closed' then null
          when next_at is not null then next_at
          when coalesce(first_contact_at, tried_at) is null then promised_by
        end as due_at
      ) as due
      left join lateral (
        select facts as call from desk.events
        where events.lead_id = leads.id and events.kind = 'dated' and facts ->> 'what' = 'call' and next_action = 'visit'
        order by events.id desc limit 1
      ) as dated on call @> '{"is_cancelled": false}' and (call ->> 'ends_at')::timestamptz > now()
      where (assignee = ${memberId} or not exists (select from desk.staff where user_id = assignee and active)) and not is_suspect
        and (due_at > now() - interval '30 days' or complaint_due is not null or call is not null)
      order by due_at, leads.id
      limit 500`,
  );

const HALF_HOUR_MS = 1_800_000;

function entriesOf({ id, name, submission_id, version, next_action, due_at, complaint_due, call }: Due) {
  const who = [initialsOf(name), submission_id && referenceOf(submission_id)].filter(Boolean).join(' ');
  const what = next_action ? NEXT_ACTIONS[next_action] : 'Get in touch';
  const timed = (uid: string, words: string, start: string, end = Date.parse(start) + HALF_HOUR_MS) => ({
    id: `${uid}-${id}`,
    sequence: version,
    summary: `${words}: ${who}`,
    start: new Date(start),
    end: new Date(end),
  });
  return [
    ...(due_at === null ? [] : [timed('next', what, due_at)]),
    ...(call === null ? [] : [timed('call', NEXT_ACTIONS.call, call.starts_at, Date.parse(call.ends_at))]),
    ...(complaint_due === null
      ? []
      : [
          {
            ...timed(
              'complaint',
              'Answer the complaint',
              complaint_due,
              Date.parse(addDays(complaint_due, 1)),
            ),
            allDay: true,
          },
        ]),
  ];
}

/**
 * The calendar of an address, with initials and references only: a calendar is often shared, and its provider reads it. Times
 * are in UTC.
 *
 * @returns undefined if the address has no such key
 */
export async function readCalendarFeed(db: Db, key: string, brand: string): Promise<string | undefined> {
  const owner = await findOwner(db, key);
  if (!owner) return undefined;
  const [due, { now }] = await allOf([
    readDue(db, owner.id),
    rowOf(db, z.object({ now: time }), sql`select now() as now`),
  ]);
  const calendar = ical({
    method: ICalCalendarMethod.PUBLISH,
    name: `${brand}: what is due`,
    ttl: 3600,
    prodId: { company: brand, product: 'desk', language: 'EN' },
    x: { 'X-WR-TIMEZONE': 'Europe/London' },
  });
  for (const entry of due.flatMap(entriesOf)) calendar.createEvent({ ...entry, stamp: new Date(now) });
  return calendar.toString();
}
