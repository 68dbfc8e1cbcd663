import * as z from 'zod';
import { readOrigin } from '#lead/origin.ts';
import { replyDeadline } from '#src/lib/reply-deadline.ts';
import { execute, firstRowOf, rowOf, rowsOf, sql, type Db } from '../database/statement.ts';
import { readCalendar } from './calendar.ts';

// Cases are made when the desk, a seller or a command first reads a lead, and not when a visitor sends it, so that a
// visitor's transaction does no work for the desk.

/** How many cases one search makes at most, so that no call takes long. */
const MOST = 1000;

const foundSchema = z.object({ id: z.string(), created_at: z.string(), origin: z.string().nullable() });

/**
 * Makes the missing cases of these leads, with the senders' keys to the seller's page and the leads' origins. Two calls at
 * the same time make only one case for each lead.
 *
 * @returns how many this call has made
 */
export async function adopt(db: Db, leadIds: readonly string[]): Promise<number> {
  if (leadIds.length === 0) return 0;
  const found = await rowsOf(
    db,
    foundSchema,
    sql`
      select leads.id, leads.created_at, notifications.origin
      from public.leads left join private.notifications on notifications.lead_id = leads.id
      where leads.id = any (${leadIds}::uuid[])
        and not exists (select from desk_private.cases where cases.lead_id = leads.id)
      -- Skips leads that another transaction is deleting.
      for key share of leads skip locked`,
  );
  if (found.length === 0) return 0;
  const calendar = await readCalendar(db);
  const given = found.map(({ id, created_at, origin }) => ({
    lead_id: id,
    promised_by: replyDeadline(new Date(created_at), calendar),
    origin: readOrigin(origin),
  }));
  const { adopted } = await rowOf(
    db,
    z.object({ adopted: z.int() }),
    sql`
      with given as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as row (
          lead_id uuid, promised_by timestamptz, origin jsonb
        )
      ),
      made as (
        insert into desk_private.cases (
          lead_id, received_at, promised_by, is_suspect, phone_key, email_key, search_text
        )
        select
          leads.id, created_at, promised_by, suspect_reasons <> '{}', private.phone_key(phone), lower(email),
          private.search_text(name, address, email, postcode)
        from given join public.leads on leads.id = lead_id
        on conflict (lead_id) do nothing
        returning lead_id, received_at
      ),
      -- If two leads came with the same key, the key opens the page of only one of them.
      keys as (
        insert into private.enquiry_keys (key_hash, lead_id, made_for, created_at, ends_at)
        select key_hash, lead_id, 'sender', received_at, received_at + interval '180 days'
        from made join private.notifications using (lead_id)
        where key_hash is not null
        order by received_at, lead_id
        on conflict do nothing
      ),
      origins as (
        insert into private.lead_origins
        select lead_id, page, utm_source, utm_medium, utm_campaign, utm_term, utm_content
        from made join given using (lead_id)
        cross join jsonb_to_record(origin) as known (
          page text, utm_source text, utm_medium text, utm_campaign text, utm_term text, utm_content text
        )
        where origin is not null
        on conflict do nothing
      ),
      received as (
        insert into desk_private.events (at, lead_id, kind, facts)
        select created_at, id, 'received', jsonb_build_object('source', source)
        from made join public.leads on id = lead_id
        order by created_at, id
        returning id
      )
      select count(*)::int as adopted from received`,
  );
  return adopted;
}

const missingSchema = z.object({ ids: z.array(z.string()) });

/** Searches all leads for some without a case. @returns how many cases were made; less than `MOST` at the end */
async function adoptOlder(db: Db): Promise<number> {
  const { ids } = await rowOf(
    db,
    missingSchema,
    sql`
      select array(
        select id from public.leads
        where not exists (select from desk_private.cases where lead_id = id)
        order by created_at desc
        limit ${MOST}
      ) as ids`,
  );
  return adopt(db, ids);
}

/** Makes all missing cases, for a command or an export. */
export async function adoptAll(db: Db): Promise<void> {
  do await execute(db, sql`select from desk_private.settings for update`);
  while ((await adoptOlder(db)) > 0);
}

/**
 * Makes the missing cases of the last hour's leads. If ten minutes have passed since all leads were last searched to the
 * end, it searches all of them too: for imports, a restored backup, and leads that came while nobody was at the desk.
 */
export async function adoptNew(db: Db): Promise<void> {
  const { ids, is_due } = await rowOf(
    db,
    missingSchema.extend({ is_due: z.boolean() }),
    sql`
      select adopted_at < now() - interval '10 minutes' as is_due, array(
        select id from public.leads
        where created_at > now() - interval '1 hour'
          and not exists (select from desk_private.cases where lead_id = id)
        order by created_at desc
        limit ${MOST}
      ) as ids
      from desk_private.settings`,
  );
  await adopt(db, ids);
  if (!is_due) return;
  const locked = await firstRowOf(
    db,
    z.object({}),
    sql`
      select from desk_private.settings where adopted_at < now() - interval '10 minutes' for update skip locked`,
  );
  // A search that makes as many cases as it may has not come to the end: the next call goes on.
  if (locked && (await adoptOlder(db)) < MOST) {
    await execute(db, sql`update desk_private.settings set adopted_at = now()`);
  }
}
