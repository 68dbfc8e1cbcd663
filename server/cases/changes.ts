/** The feed of changes, which the desk's app polls every few seconds to show what others have done. */
import * as z from 'zod';
import { allOf, idsOf, rowOf, rowsOf, sql, type Db } from '../database/statement.ts';
import { adoptNew } from './adopt.ts';
import { defineCall } from './call.ts';
import { readCards, time } from './cards.ts';
import { countCases } from './counts.ts';
import { EVENT, eventSchema } from './events.ts';
import { readFaults } from './faults.ts';
import type { Member } from './members.ts';

/**
 * A cursor has the id of this database (of its cluster too, because a transaction id means nothing in another one), the
 * id of the oldest transaction that was still running, and the time in seconds, to find mails that were sent or failed since.
 */
const CURSOR = /^(?<feed>\d{1,20}-\d{1,10})\.(?<oldest>\d{1,19})\.(?<seconds>\d{1,12})$/;

const nowSchema = z.object({ now: time, feed: z.string(), cursor: z.string(), is_ahead: z.boolean() });

/** The next cursor, and whether a transaction id is of the future, as after a restored snapshot of the machine. */
const readNow = (db: Db, oldest: string | undefined) =>
  rowOf(
    db,
    nowSchema,
    sql`
      select now() as now, feed,
        concat_ws('.', feed, pg_snapshot_xmin(pg_current_snapshot()), floor(extract(epoch from now()))) as cursor,
        coalesce(${oldest ?? null}::xid8 > pg_snapshot_xmax(pg_current_snapshot()), false) as is_ahead
      from (
        select (select system_identifier from pg_control_system()) || '-' || oid as feed
        from pg_database where datname = current_database()
      ) as this`,
  );

/** The events since a transaction, 501 at most. By transaction, because they are not committed by their ids. */
const readEvents = (db: Db, oldest: string) =>
  rowsOf(
    db,
    eventSchema,
    sql`
      select ${EVENT}
      from (
        select * from desk.events where xact >= ${oldest}::xid8 order by xact limit 501
      ) as events
      order by events.id`,
  );

/**
 * Leads whose mail, to the firm or to the seller, was sent or failed since this time. `finished_at` is the time when a
 * transaction began, which may have been before the cursor was made although it was committed after: hence the ten seconds.
 */
const readMailed = (db: Db, seconds: string) => {
  return idsOf(
    db,
    sql`
      select lead_id as id from private.delivery_attempts
      where finished_at > to_timestamp(${seconds}::float8) - interval '10 seconds'
      limit 1001`,
  );
};

/** What has happened since a cursor, among the leads that have a case. */
export async function readChanges(db: Db, me: Member, after: string | null) {
  const { feed, oldest, seconds } = CURSOR.exec(after ?? '')?.groups ?? {};
  const [{ now, cursor, feed: thisFeed, is_ahead: isAhead }, found, ended, counts, faults] = await allOf([
    readNow(db, oldest),
    oldest === undefined ? [] : readEvents(db, oldest),
    seconds === undefined ? [] : readMailed(db, seconds),
    countCases(db, me.id),
    readFaults(db, me),
  ]);
  const isKnown = oldest !== undefined && feed === thisFeed && !isAhead;
  const events = isKnown ? found : [];
  const mailed = isKnown ? ended : [];
  const isTooMuch = events.length > 500 || mailed.length > 1000;
  const news = isTooMuch ? [] : events;
  const leadIds = isTooMuch ? [] : [...events.map(({ lead_id }) => lead_id), ...mailed];
  const touched = [...new Set(leadIds.filter((id) => id !== null))];
  const cards = touched.length > 0 ? await readCards(db, touched) : [];
  const there = new Set(cards.map(({ id }) => id));
  return {
    now,
    cursor,
    reset: after !== null && (!isKnown || isTooMuch),
    events: news,
    cards,
    gone: touched.filter((id) => !there.has(id)),
    counts,
    faults,
  };
}

/**
 * What has happened since a cursor, which an earlier answer gave (`after`): the events, the cards of their leads, the ids
 * of deleted leads, and the next cursor. Without a cursor, it returns the first one, and no events or cards. The next
 * cursor is made before anything is read. So no event is missed that was committed after the cursor was made; some events
 * are returned twice, and the app merges them by id.
 *
 * `reset` is true if the cursor is invalid, is of another database or of the future, or if there are more than 500
 * events, or more than 1,000 mails have ended. The app then loads everything again.
 */
export const changes = defineCall({
  given: z.object({ after: z.string().nullable() }),
  async work(db, me, { after }) {
    await adoptNew(db);
    return readChanges(db, me, after);
  },
});
