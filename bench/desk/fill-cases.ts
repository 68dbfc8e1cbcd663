import type { Client } from 'pg';
import { fillLeads, withoutTriggers } from '../support/fill-leads.ts';

/**
 * Adds leads that came in during the last 700 days. The leads of the last seven days (1 %) are open; all others are
 * closed. Each came from one of six pages, and three in ten from a campaign.
 */
export async function fillCases(operator: Client, leads: number): Promise<void> {
  await fillLeads(operator, leads, (700 * 24 * 60) / leads);
  await withoutTriggers(
    operator,
    `with origins as (
       insert into desk.lead_origins (lead_id, page, utm_source, utm_campaign)
       select id, page, utm_source, case when utm_source is not null then utm_campaign end
       from (
         select
           id,
           (array['/', '/glasgow', '/edinburgh', '/aberdeen', '/dundee', '/blog'])[1 + floor(random() * 6)] as page,
           (array['google', 'letter', 'facebook'])[1 + floor(random() * 10)] as utm_source,
           (array['spring', 'summer', 'winter'])[1 + floor(random() * 3)] as utm_campaign
         from public.leads
       ) as drawn
     ), cases as (
       insert into desk.cases (lead_id, received_at, promised_by, stage, reached, close_reason, first_contact_at,
         open_seconds_to_contact, next_action, next_at, is_suspect, phone_key, email_key, search_text, changed_at)
       select id, created_at, created_at + interval '1 day', stage::desk.stage,
         case stage when 'closed' then 'contacted' else stage end::desk.stage,
         case stage when 'closed' then 'no_reply' end,
         case when stage <> 'new' then created_at + interval '2 hours' end,
         case when stage <> 'new' then 7200 end,
         case when stage = 'contacted' then 'call' end,
         case when stage = 'contacted' then now() + (random() - 0.5) * interval '10 days' end,
         random() < 0.02, ltrim(replace(phone, ' ', ''), '0'), lower(email),
         -- As server/cases/search-text.ts writes it, with a note of the same words in every lead.
         lower(concat_ws(e' \\n ', ' ' || name, replace(name, ' ', ''), address, replace(address, ' ', ''),
           translate(email, '@.', '  '), postcode || ' ' || replace(postcode, ' ', ''),
           'wants a call in the afternoon about the roof of house ' || right(phone, 4) || ' ')),
         created_at + interval '3 days'
       from public.leads
       cross join lateral (
         select case
           when created_at > now() - interval '1 day' then 'new'
           when created_at > now() - interval '7 days' then 'contacted'
           else 'closed'
         end as stage
       ) as now
       returning lead_id, received_at
     )
     insert into desk.events (at, lead_id, kind)
     select received_at, lead_id, kind from cases cross join unnest(array['received', 'called', 'staged']) as kind`,
  );
}
