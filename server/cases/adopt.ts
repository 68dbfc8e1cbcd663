import * as z from 'zod';
import { replyDeadline } from '#calendar/reply-deadline.ts';
import { readOrigin } from '#lead/origin.ts';
import { phoneKey } from '#lead/phone-number.ts';
import { execute, firstRowOf, idsOf, rowOf, rowsOf, sql, type Db } from '../database/statement.ts';
import { afterOpenMinutes, readCalendar } from './calendar.ts';
import { searchTextOf } from './search-text.ts';

// Cases are made when the desk, a seller or a command first reads a lead, and not when a visitor sends it, so that a
// visitor's transaction does no work for the desk.

/** How many cases one search makes at most, so that no call takes long. */
const MOST = 1000;

const searchedSchema = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
  postcode: z.string().nullable(),
  address: z.string().nullable(),
});

const foundSchema = searchedSchema.extend({ created_at: z.coerce.date(), origin: z.string().nullable() });

/** The columns of a case by which the desk finds its lead. */
const searchKeysOf = (lead: z.infer<typeof searchedSchema>, texts: readonly string[]) => ({
  phone_key: phoneKey(lead.phone),
  search_text: searchTextOf({ ...lead, texts }),
});

/**
 * Makes the missing cases of these leads, with the senders' keys to the seller's page, the leads' origins and what staff are
 * told of them. Two calls at
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
      select leads.id, name, phone, email, postcode, address, leads.created_at, notifications.origin
      from public.leads left join private.notifications on notifications.lead_id = leads.id and kind = 'lead'
      where leads.id = any (${leadIds}::uuid[])
        and not exists (select from desk.cases where cases.lead_id = leads.id)
      -- Skips leads that another transaction is deleting.
      for key share of leads skip locked`,
  );
  if (found.length === 0) return 0;
  const calendar = await readCalendar(db);
  const given = found.map((lead) => ({
    lead_id: lead.id,
    promised_by: replyDeadline(lead.created_at, calendar),
    // Nothing is written about a lead before it has its case.
    ...searchKeysOf(lead, []),
    origin: readOrigin(lead.origin),
    unseen_at: afterOpenMinutes(lead.created_at, 10, calendar),
    unseen_longer_at: afterOpenMinutes(lead.created_at, 30, calendar),
  }));
  const { adopted } = await rowOf(
    db,
    z.object({ adopted: z.int() }),
    sql`
      with given as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as row (
          lead_id uuid, promised_by timestamptz, phone_key text, search_text text, origin jsonb,
          unseen_at timestamptz, unseen_longer_at timestamptz
        )
      ),
      made as (
        insert into desk.cases (
          lead_id, received_at, promised_by, is_suspect, phone_key, email_key, search_text
        )
        select
          leads.id, created_at, promised_by, suspect_reasons <> '{}', phone_key, lower(email), search_text
        from given join public.leads on leads.id = lead_id
        on conflict (lead_id) do nothing
        returning lead_id, received_at
      ),
      -- If two leads came with the same key, the key opens the page of only one of them.
      keys as (
        insert into desk.enquiry_keys (key_hash, lead_id, made_for, created_at, ends_at)
        select key_hash, lead_id, 'sender', received_at, received_at + interval '180 days'
        from made join private.notifications using (lead_id)
        -- Only the mail about the lead itself has one.
        where key_hash is not null
        order by received_at, lead_id
        on conflict do nothing
      ),
      origins as (
        insert into desk.lead_origins
        select lead_id, page, utm_source, utm_medium, utm_campaign, utm_term, utm_content
        from made join given using (lead_id)
        cross join jsonb_to_record(origin) as known (
          page text, utm_source text, utm_medium text, utm_campaign text, utm_term text, utm_content text
        )
        where origin is not null
        on conflict do nothing
      ),
      received as (
        insert into desk.events (at, lead_id, kind, facts)
        select created_at, id, 'received', jsonb_build_object('source', source)
        from made join public.leads on id = lead_id
        order by created_at, id
        returning id, lead_id
      ),
      -- Nobody is told of a lead that was imported, looks like spam, or is old: it was carried over from elsewhere.
      alerts as (
        insert into desk.alerts (event_id, kind, lead_id, due_at)
        select received.id, kind, lead_id, due_at
        from received join given using (lead_id) join public.leads on leads.id = lead_id
        cross join lateral (
          values ('lead', created_at), ('unseen', unseen_at), ('unseen_longer', unseen_longer_at)
        ) as due (kind, due_at)
        where source <> 'import' and suspect_reasons = '{}' and created_at > now() - interval '3 days' and due_at is not null
      )
      select count(*)::int as adopted from received`,
  );
  return adopted;
}

/**
 * Works out the search keys again of cases whose lead was changed by a statement or by the seller, or about which a text was
 * written.
 *
 * @returns how many
 */
async function refreshSearchKeys(db: Db): Promise<number> {
  // Locked before they are read, so that no text is missed that is written at this moment.
  const ids = await idsOf(
    db,
    sql`
      select lead_id as id from desk.cases where search_text is null limit ${MOST} for no key update skip locked`,
  );
  if (ids.length === 0) return 0;
  const changed = await rowsOf(
    db,
    searchedSchema.extend({ texts: z.array(z.string()) }),
    sql`
      select id, name, phone, email, postcode, address,
        array(select body from desk.texts where lead_id = leads.id order by event_id, part) as texts
      from public.leads where id = any (${ids}::uuid[])`,
  );
  const given = changed.map(({ texts, ...lead }) => ({ lead_id: lead.id, ...searchKeysOf(lead, texts) }));
  await execute(
    db,
    sql`
      update desk.cases set phone_key = given.phone_key, search_text = given.search_text
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (
        lead_id uuid, phone_key text, search_text text
      )
      where cases.lead_id = given.lead_id`,
  );
  return changed.length;
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
        where not exists (select from desk.cases where lead_id = id)
        order by created_at desc
        limit ${MOST}
      ) as ids`,
  );
  return adopt(db, ids);
}

/** Makes all missing cases and search keys, for a command, an export or the search for a person. */
export async function adoptAll(db: Db): Promise<void> {
  do await execute(db, sql`select from desk.settings for update`);
  while ((await adoptOlder(db)) > 0);
  while ((await refreshSearchKeys(db)) > 0);
}

/**
 * Makes the missing cases of the last hour's leads. If ten minutes have passed since all leads were last searched to the
 * end, it searches all of them too: for imports, a restored backup, and leads that came while nobody was at the desk.
 */
export async function adoptNew(db: Db): Promise<void> {
  const { ids, is_due, is_changed } = await rowOf(
    db,
    missingSchema.extend({ is_due: z.boolean(), is_changed: z.boolean() }),
    sql`
      select adopted_at < now() - interval '10 minutes' as is_due,
        exists (select from desk.cases where search_text is null) as is_changed, array(
        select id from public.leads
        where created_at > now() - interval '1 hour'
          and not exists (select from desk.cases where lead_id = id)
        order by created_at desc
        limit ${MOST}
      ) as ids
      from desk.settings`,
  );
  await adopt(db, ids);
  if (is_changed) await refreshSearchKeys(db);
  if (!is_due) return;
  const locked = await firstRowOf(
    db,
    z.object({}),
    sql`
      select from desk.settings where adopted_at < now() - interval '10 minutes' for update skip locked`,
  );
  // A search that makes as many cases as it may has not come to the end: the next call goes on.
  if (locked && (await adoptOlder(db)) < MOST) {
    await execute(db, sql`update desk.settings set adopted_at = now()`);
  }
}
