import * as z from 'zod';
import { execute, rowOf, sql, type Db, type Sql } from '../database/statement.ts';
import { day } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import { adoptNew } from './adopt.ts';
import { defineCall } from './call.ts';
import { addDays } from './days.ts';
import { readOurRecord } from './our-record.ts';

const counts = {
  leads: z.int(),
  contacted: z.int(),
  appraised: z.int(),
  offered: z.int(),
  accepted: z.int(),
  settled: z.int(),
  closed: z.int(),
};

const funnelSchema = z.object({
  /** `week`: its Monday. */
  weeks: z.array(z.object({ week: z.string(), ...counts })),
  pages: z.array(z.object({ page: z.string().nullable(), ...counts })),
  campaigns: z.array(z.object({ source: z.string().nullable(), campaign: z.string().nullable(), ...counts })),
  /** Time outside opening hours is left out of the minutes. */
  first_contact: z.object({
    count: z.int(),
    in_time: z.int(),
    median_minutes: z.number().nullable(),
    p90_minutes: z.number().nullable(),
    breaches: z.int(),
  }),
});

const TEN_YEARS_MS = 3660 * 86_400_000;

const BY_CAMPAIGN = sql`leads desc, utm_source, utm_campaign`;
const figuresBy = (condition: Sql, names: Sql, order: Sql) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object(${names}) || counts order by ${order}), '[]') from figures where ${condition}
)`;

const minutesAt = (part: number) => sql`
  round((percentile_cont(${part}::float8) within group (order by open_seconds_to_contact) / 60)::numeric, 1)`;

const readFigures = (db: Db, first: string, last: string) =>
  rowOf(
    db,
    funnelSchema,
    sql`
      with weeks as (
        select array_agg(given at time zone 'Europe/London' order by given) as starts
        from generate_series(
          date_trunc('week', ${first}::date::timestamp), ${last}::date::timestamp, interval '1 week'
        ) as given
      ),
      -- Not materialized: storing all rows takes longer than reading them a second time for the time to the first contact,
      -- which needs no origins.
      cohort as not materialized (
        select
          width_bucket(received_at, (select starts from weeks)) as week,
          page,
          utm_source,
          utm_campaign,
          reached,
          stage = 'closed' as is_closed,
          first_contact_at is not null as is_contacted,
          coalesce(first_contact_at, case when stage <> 'closed' then now() end) > promised_by as is_late,
          open_seconds_to_contact
        from desk.cases
        left join desk.lead_origins using (lead_id)
        where received_at >= ${first}::date::timestamp at time zone 'Europe/London'
          and received_at < (${last}::date + 1)::timestamp at time zone 'Europe/London'
          and not is_suspect
          and lead_id not in (select lead_id from desk.imported_leads)
          and coalesce(close_reason not in ('spam', 'duplicate'), true)
      ),
      -- The leads of each week, page and campaign. The figures add up these counts.
      counted as (
        select
          week, page, utm_source, utm_campaign,
          count(*) as leads,
          count(*) filter (where is_contacted) as contacted,
          count(*) filter (where reached >= 'appraised') as appraised,
          count(*) filter (where reached >= 'offer_made') as offered,
          count(*) filter (where reached >= 'accepted') as accepted,
          count(*) filter (where reached >= 'settled') as settled,
          count(*) filter (where is_closed) as closed
        from cohort
        group by week, page, utm_source, utm_campaign
      ),
      figures as (
        select
          grouping(week) = 0 as is_week,
          grouping(page) = 0 as is_page,
          grouping(utm_source) = 0 as is_campaign,
          ((select starts from weeks)[week] at time zone 'Europe/London')::date as week,
          page, utm_source, utm_campaign,
          sum(leads) as leads,
          jsonb_build_object(
            'leads', sum(leads), 'contacted', sum(contacted), 'appraised', sum(appraised), 'offered', sum(offered),
            'accepted', sum(accepted), 'settled', sum(settled), 'closed', sum(closed)
          ) as counts
        from counted
        group by grouping sets ((week), (page), (utm_source, utm_campaign))
      )
      select
        ${figuresBy(sql`is_week`, sql`'week', week`, sql`week`)} as weeks,
        ${figuresBy(sql`is_page`, sql`'page', page`, sql`leads desc, page`)} as pages,
        ${figuresBy(sql`is_campaign`, sql`'source', utm_source, 'campaign', utm_campaign`, BY_CAMPAIGN)} as campaigns,
        (
          select jsonb_build_object(
            'count', count(open_seconds_to_contact),
            'median_minutes', ${minutesAt(0.5)},
            'p90_minutes', ${minutesAt(0.9)},
            'breaches', count(*) filter (where is_late),
            'in_time', count(*) filter (where is_contacted and not is_late)
          )
          from cohort
        ) as first_contact`,
    // A plan for any days expects so few leads that it looks up the origin of each one.
    { isPlannedAnew: true },
  );

/**
 * How many leads of these days have reached each stage, by week, by page and by campaign; and how long the firm took to
 * be in touch, in minutes of its opening hours. Suspect leads, spam, duplicates and imported leads are left out: the
 * firm's work on imported leads began elsewhere. The firm's record in public does not depend on the days. The days must be limited, because the query makes a row for each week.
 */
export const funnel = defineCall({
  given: z.object({ first_day: day.nullable(), last_day: day.nullable() }),
  async work(db, _me, { first_day: first, last_day: last }) {
    refuseUnless(
      first !== null &&
        last !== null &&
        first >= '2000-01-01' &&
        first <= last &&
        Date.parse(last) - Date.parse(first) <= TEN_YEARS_MS,
      'last_day',
      'Give the first and the last day, from the year 2000 on, within ten years.',
    );
    await adoptNew(db);
    // Enough to keep the leads of some years in memory.
    await execute(db, sql`set local work_mem = '16MB'`);
    return { ...(await readFigures(db, first, last)), record: await readOurRecord(db) };
  },
});

/** The figures of the week before a Monday, for the weekly mail. The caller has adopted the new leads. */
export async function readWeek(db: Db, monday: string) {
  const [first, last] = [addDays(monday, -7), addDays(monday, -1)];
  const { weeks, first_contact } = await readFigures(db, first, last);
  const { returned } = await rowOf(
    db,
    z.object({ returned: z.int() }),
    sql`
      select count(*)::int as returned from desk.events
      where kind = 'mail_returned'
        and at >= ${first}::date::timestamp at time zone 'Europe/London'
        and at < ${monday}::date::timestamp at time zone 'Europe/London'`,
  );
  return {
    first,
    last,
    leads: weeks.reduce((sum, { leads }) => sum + leads, 0),
    in_time: first_contact.in_time,
    late: first_contact.breaches,
    returned,
  };
}
