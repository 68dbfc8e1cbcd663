import type { Client } from 'pg';
import { adopt } from '../../cases/adopt.ts';
import { openSecondsBetween, readCalendar } from '../../cases/calendar.ts';
import { londonDay } from '../../cases/days.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { DEMO_LEADS, type DemoLead } from './demo-leads.ts';

/** Stores an invented lead with a date in the past, without a mail. @returns the lead's id */
async function insertLead(client: Client, { lead, daysAgo, hour, origin }: DemoLead): Promise<string> {
  const columns = Object.keys(lead);
  const { rows } = await client.query<{ id: string }>(
    `insert into public.leads (${columns.join(', ')})
     values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
    Object.values(lead),
  );
  const id = rows[0]?.id ?? '';
  // The hour of a lead of today may still be in the future, so such a lead came 20 minutes ago.
  await client.query(
    `update public.leads
     set created_at = least(
       ($2::date + make_interval(hours => $3, mins => 17)) at time zone 'Europe/London',
       now() - interval '20 minutes'
     )
     where id = $1`,
    [id, londonDay(-daysAgo), hour],
  );
  await client.query(
    `update private.notifications
     set next_attempt_at = created_at, sent_at = created_at, submission_id = gen_random_uuid()
     from public.leads where leads.id = lead_id and lead_id = $1`,
    [id],
  );
  // An invented seller gets no confirmation.
  await client.query(`delete from private.notifications where lead_id = $1 and kind = 'received'`, [id]);
  const { page, utm_source, utm_medium, utm_campaign } = origin;
  await client.query(
    `insert into desk.lead_origins (lead_id, page, utm_source, utm_medium, utm_campaign) values ($1, $2, $3, $4, $5)`,
    [id, page, utm_source, utm_medium, utm_campaign],
  );
  await client.query('insert into desk.demo_leads (lead_id) values ($1)', [id]);
  await adopt(client, [id]);
  return id;
}

/** Writes what was done with the lead, at the times at which it was done, as the desk writes it. */
async function tellStory(client: Client, id: string, { steps, next }: DemoLead, actor: string | undefined) {
  let hours = 0;
  let stage = 'new';
  let offer: Record<string, unknown> | undefined;
  for (const { afterHours, kind, facts, note } of steps) {
    hours += afterHours;
    const full =
      kind === 'staged'
        ? { from: stage, ...facts }
        : kind === 'offer_changed'
          ? { ...offer, ...facts }
          : facts;
    const { rows } = await client.query<{ event: string; offer: string }>(
      `with event as (
         insert into desk.events (at, lead_id, actor, kind, facts)
         select least(created_at + make_interval(hours => $2), now()), id, $3, $4, $5 from public.leads where id = $1
         returning id
       ), text as (
         insert into desk.texts (event_id, part, lead_id, body)
         select id, 'note', $1, $6 from event where $6::text is not null
       )
       select id as event, gen_random_uuid() as offer from event`,
      [id, hours, actor, kind, JSON.stringify(full), note],
    );
    const [made] = rows;
    if (kind === 'staged') stage = String(facts.to);
    if (kind === 'offered' || kind === 'offer_changed') {
      const replaces = offer?.id;
      offer = { ...full, id: made?.offer };
      await client.query(
        `insert into desk.offers
           (id, lead_id, number, replaces, event_id, amount, market_value, margin, basis, funds, valid_until, status,
            reason_code, nothing_open)
         select $1, $2, 1 + count(*), $3, $4, $5, $6::int, $6 - $5::int, $7, $8, $11, $9, $10, true
         from desk.offers where lead_id = $2`,
        [
          ...[made?.offer, id, replaces, made?.event, offer.amount, offer.market_value],
          ...[offer.basis, offer.funds, offer.status, offer.reason_code, londonDay(14)],
        ],
      );
    }
  }
  const reason = steps.findLast(({ kind }) => kind === 'staged')?.facts.reason;
  const reached = steps.findLast(({ kind, facts }) => kind === 'staged' && facts.to !== 'closed')?.facts.to;
  const { rows: moments } = await client.query<{ received: Date; contacted: Date | null }>(
    `update desk.cases
     set stage = $2::desk.stage, reached = coalesce($3, 'new')::desk.stage, close_reason = $4,
       assignee = case when $2 not in ('new', 'closed') then $5::uuid end,
       first_contact_at = received_at + make_interval(hours => $6),
       next_action = $7, next_at = now() + make_interval(hours => $8),
       changed_at = least(received_at + make_interval(hours => $9), now())
     where lead_id = $1
     returning received_at as received, first_contact_at as contacted`,
    [...[id, stage, reached, reason, actor, steps[0]?.afterHours], ...[next?.action, next?.inHours, hours]],
  );
  const [moment] = moments;
  if (!moment?.contacted) return;
  const seconds = openSecondsBetween(moment.received, moment.contacted, await readCalendar(client));
  await client.query('update desk.cases set open_seconds_to_contact = $2 where lead_id = $1', [id, seconds]);
}

/**
 * Fills an empty trial with invented leads.
 *
 * @returns the number of leads
 * @throws {Error} when there is a lead that is not invented, or when the demonstration is there already
 */
export async function fillWithDemo(client: Client): Promise<number> {
  return inTransaction(client, async () => {
    const { rows } = await client.query<{ real: boolean; demo: boolean; actor: string | null }>(
      `select
         exists (select from public.leads where id not in (select lead_id from desk.demo_leads)) as real,
         exists (select from desk.demo_leads) as demo,
         (select user_id from desk.staff where active order by role = 'owner' desc, added_at, user_id limit 1) as actor`,
    );
    if (rows[0]?.real) throw new Error('There is a real lead: the demonstration is only for an empty trial.');
    if (rows[0]?.demo) throw new Error('The demonstration is there already. To remove it, add --remove.');
    for (const demo of DEMO_LEADS) {
      await tellStory(client, await insertLead(client, demo), demo, rows[0]?.actor ?? undefined);
    }
    return DEMO_LEADS.length;
  });
}

/**
 * Deletes the invented leads, with their events and offers. These are otherwise never deleted: the triggers that refuse it
 * are off within this transaction, in which only rows of invented leads are deleted. What stays is that each was deleted,
 * so that it leaves the open tabs of the desk.
 *
 * @returns the number of leads
 */
export async function removeDemo(client: Client): Promise<number> {
  return inTransaction(client, async () => {
    await client.query(`
      alter table desk.events disable trigger user;
      alter table desk.offers disable trigger user;
      alter table desk.actual_costs disable trigger user;`);
    const { rowCount } = await client.query(
      'delete from public.leads where id in (select lead_id from desk.demo_leads)',
    );
    await client.query(`
      delete from desk.actual_costs using desk.offers
      where id = offer_id and lead_id in (select lead_id from desk.demo_leads);
      delete from desk.offers where lead_id in (select lead_id from desk.demo_leads);
      delete from desk.events where lead_id in (select lead_id from desk.demo_leads);
      insert into desk.events (lead_id, kind, facts)
      select lead_id, 'erased', '{"reason_code": "demo_removed"}' from desk.demo_leads;
      delete from desk.demo_leads;
      alter table desk.events enable trigger user;
      alter table desk.offers enable trigger user;
      alter table desk.actual_costs enable trigger user;`);
    return rowCount ?? 0;
  });
}
