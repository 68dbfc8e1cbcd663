import * as z from 'zod';
import { join, rowsOf, sql, type Db, type Sql } from '../database/statement.ts';
import { day, uuid } from '../http/json.ts';
import { Refused, refuseUnless } from '../refused.ts';
import { adoptAll } from './adopt.ts';
import { defineCall } from './call.ts';
import { beginRequest } from './change.ts';
import { csvCell } from './csv.ts';
import { writeEvent } from './events.ts';
import { requireOwner } from './members.ts';

const MOST_ROWS = 50_000;
const TOO_MANY = 'More than 50,000 leads came in between these days: export fewer days at a time.';

const timeInLondon = (time: Sql) => sql`to_char(${time} at time zone 'Europe/London', 'YYYY-MM-DD HH24:MI')`;
const yesOrNo = (condition: Sql) => sql`case when ${condition} then 'yes' else 'no' end`;

/** The columns of the file, in order. */
const COLUMNS = {
  id: sql`leads.id`,
  received: timeInLondon(sql`created_at`),
  source: sql`source`,
  name: sql`leads.name`,
  phone: sql`phone`,
  email: sql`email`,
  postcode: sql`postcode`,
  address: sql`address`,
  property_type: sql`property_type`,
  bedrooms: sql`bedrooms`,
  condition: sql`property_condition`,
  message: sql`message`,
  suspect: yesOrNo(sql`is_suspect`),
  stage: sql`stage`,
  close_reason: sql`close_reason`,
  assignee: sql`staff.name`,
  first_contact: timeInLondon(sql`first_contact_at`),
  next_action: sql`next_action`,
  next_at: timeInLondon(sql`next_at`),
  do_not_call: yesOrNo(sql`do_not_call`),
  offer: sql`latest.amount::text`,
  market_value: sql`latest.market_value::text`,
  offer_status: sql`latest.status`,
  /** As the seller was shown it (`referenceOf`). */
  reference: sql`regexp_replace(upper(submission_id::text), '^(.{4})(.{4}).*', '\\1-\\2')`,
  notes: sql`(
    select string_agg(
      concat_ws(' ', ${timeInLondon(sql`at`)}, writers.name) || ': ' || body, E'\n' order by events.id
    )
    from desk.texts join desk.events on events.id = event_id left join desk.staff as writers on writers.user_id = actor
    where texts.lead_id = leads.id and part = 'note'
  )`,
  page: sql`page`,
  utm_source: sql`utm_source`,
  utm_medium: sql`utm_medium`,
  utm_campaign: sql`utm_campaign`,
  utm_term: sql`utm_term`,
  utm_content: sql`utm_content`,
};

const readRows = (db: Db, first: string, last: string) =>
  rowsOf(
    db,
    z.object({ cells: z.array(z.string().nullable()) }),
    sql`
      select json_build_array(${join(Object.values(COLUMNS))}) as cells
      from public.leads
      join desk.cases on cases.lead_id = leads.id
      left join desk.staff on user_id = assignee
      left join desk.lead_origins on lead_origins.lead_id = leads.id
      left join private.notifications on notifications.lead_id = leads.id and notifications.kind = 'lead'
      left join lateral (
        select amount, market_value, status from desk.offers
        where offers.lead_id = leads.id order by number desc limit 1
      ) as latest on true
      where created_at >= ${first}::date::timestamp at time zone 'Europe/London'
        and created_at < (${last}::date + 1)::timestamp at time zone 'Europe/London'
      order by created_at, leads.id
      limit ${MOST_ROWS + 1}`,
    { isPlannedAnew: true },
  );

/**
 * The leads that came in on these days (in Europe/London), as a CSV file, for owners. That an owner has exported them is
 * recorded, also when a request is repeated, because its rows may differ from those of the first time.
 */
export const exportCsv = defineCall({
  given: z.object({ first_day: day.nullable(), last_day: day.nullable(), request_id: uuid }),
  async work(db, me, { first_day: from, last_day: until, request_id: id }) {
    requireOwner(me);
    const request = { id, name: 'desk.export_csv', leadId: null, caller: me.id, given: [from, until] };
    const isFirst = await beginRequest(db, request);
    refuseUnless(
      from !== null && until !== null && from <= until,
      'last_day',
      'Give the first and the last day.',
    );
    await adoptAll(db);
    const lines = (await readRows(db, from, until)).map(({ cells }) => cells.map(csvCell).join(','));
    if (lines.length > MOST_ROWS) throw new Refused(413, 'too_many', TOO_MANY);
    await writeEvent(db, {
      actor: me.id,
      leadId: null,
      kind: 'exported',
      facts: { from, until, to: until, rows: lines.length },
      requestId: isFirst ? id : undefined,
    });
    return {
      csv: [Object.keys(COLUMNS).join(','), ...lines, ''].join('\r\n'),
      rows: lines.length,
      filename: `leads-${from}-to-${until}.csv`,
    };
  },
});
