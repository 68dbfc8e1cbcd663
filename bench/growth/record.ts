import pg from 'pg';
import { readOurRecord } from '#server/cases/our-record.ts';
import { migrate } from '#server/database/migrate.ts';
import { median } from '#support/load/bench-report.ts';
import { startThrowawayPostgres } from '#support/database/throwaway-postgres.ts';
import { readNumbers, report } from '../support/command.ts';
import { fillLeads, withoutTriggers } from '../support/fill-leads.ts';

const TIMES = 5;

/**
 * Gives each lead 18 events and an offer in the last two years: a fifth of the offers was lowered, a third of the homes sold,
 * and a tenth of the leads was merged into the lead before it.
 */
const fillOffers = (operator: pg.Client) =>
  withoutTriggers(
    operator,
    `with numbered as (
       select id, created_at, row_number() over (order by created_at, id) as n, lag(id) over (order by created_at, id) as before
       from public.leads
     ), kinds as (
       select id, created_at, n, kind, position, case kind
         when 'received' then '{"source": "valuation_form"}'::jsonb
         when 'staged' then jsonb_build_object('from', 'new', 'to', case when n % 3 = 0 and position = 17 then 'settled' else 'contacted' end)
         when 'merged' then jsonb_build_object('into', before)
         else '{}'
       end as facts
       from numbered cross join unnest(
         array['received', 'staged', 'called', 'planned', 'dated', 'seller_mailed', 'offered', 'noted', 'opened', 'written',
           'replied', 'staged', 'planned', 'dated', 'offer_changed', 'noted', 'staged', 'merged']
       ) with ordinality as each (kind, position)
       where kind <> 'merged' or (n % 10 = 0 and before is not null)
     ), events as (
       insert into desk.events (at, lead_id, kind, facts)
       select created_at + position * interval '1 day', id, kind, facts from kinds order by created_at, position
       returning id, lead_id, kind
     )
     insert into desk.offers (id, lead_id, number, replaces, event_id, amount, market_value, basis, funds, valid_until, status,
       reason_code, margin, nothing_open)
     select gen_random_uuid(), lead_id, case kind when 'offered' then 1 else 2 end,
       case kind when 'offer_changed' then gen_random_uuid() end, events.id, amount, 150000, 'own_view', 'own', current_date,
       case kind when 'offered' then 'made' when 'offer_changed' then case when n % 3 = 0 then 'accepted' else 'changed' end end,
       case kind when 'offer_changed' then 'ours' end, 150000 - amount, true
     from events join numbered on numbered.id = lead_id
     cross join lateral (select case when kind = 'offer_changed' and n % 5 = 0 then 110000 else 120000 end as amount) as price
     where kind = 'offered' or (kind = 'offer_changed' and (n % 5 = 0 or n % 3 = 0))`,
  );

/** Counts our public record. */
export async function measureRecord(options: { record: string }): Promise<void> {
  const rows = [];
  for (const leads of readNumbers(options.record)) {
    await using opened = new AsyncDisposableStack();
    const postgres = opened.adopt(await startThrowawayPostgres(), (started) => started.close());
    const operator = opened.adopt(new pg.Client(postgres.connectionString), (client) => client.end());
    await operator.connect();
    await migrate(operator);
    await fillLeads(operator, leads, (700 * 24 * 60) / leads);
    await fillOffers(operator);
    const { offers } = await readOurRecord(operator);
    const times: number[] = [];
    for (let count = 0; count < TIMES; count += 1) {
      const startedAt = performance.now();
      await readOurRecord(operator);
      times.push((performance.now() - startedAt) / 1000);
    }
    rows.push({ leads: leads.toLocaleString('en-GB'), seconds: median(times), offers });
  }
  report(`median of ${TIMES} counts of desk.our_record`, rows);
}
