/**
 * One person's data: found, shown and erased in one way, whether an owner asks at the desk or an operator runs
 * `npm run person`.
 */
import * as z from 'zod';
import { isStorable } from '#lead/lead-request.ts';
import { phoneKey } from '#lead/phone-number.ts';
import { characterCount } from '#lead/text.ts';
import { idsOf, rowsOf, sql, type Db, type Sql } from '../database/statement.ts';
import { refuseUnless } from '../refused.ts';
import { adoptAll } from './adopt.ts';
import { defineCall } from './call.ts';
import { writeEvent } from './events.ts';
import { readLead, type Lead } from './lead.ts';
import { requireOwner } from './members.ts';

const NOT_WHOLE = 'Give a whole email address or phone number.';

/** By what a person is found. No e-mail address has more than 254 characters. */
export const personKey = z
  .string(NOT_WHOLE)
  .refine((key) => isStorable(key) && characterCount(key) <= 254, NOT_WHOLE);

/** @throws {Refused} 422 unless the key is a whole e-mail address or telephone number */
export function requireWhole(key: string): void {
  const isWhole = /^ *[^\s@]+@[^\s@]+ *$/.test(key) || (phoneKey(key)?.length ?? 0) >= 9;
  refuseUnless(isWhole, 'key', NOT_WHOLE);
}

/** The ids of the leads with this whole e-mail address (in upper or lower case) or telephone number (in any spelling). */
export async function findLeadsOf(db: Db, key: string): Promise<string[]> {
  const isFound = key.includes('@')
    ? sql`lower(email) = lower(btrim(${key}))`
    : sql`phone_key = ${phoneKey(key)}`;
  await adoptAll(db);
  return idsOf(
    db,
    sql`
      select id from public.leads join desk.cases on lead_id = id
      where ${isFound}
      order by created_at, id`,
  );
}

const row = z.record(z.string(), z.unknown());
const recordSchema = z.object({
  lead: row.and(z.object({ id: z.string() })),
  notification: row.nullable(),
  deliveryAttempts: z.array(row),
  /** The keys to the seller's page, without their hashes. */
  keys: z.array(row),
  /** The mails of the seller's page. */
  sellerMails: z.array(row),
  origin: row.nullable(),
  /** The import that brought the lead, if one did. */
  import: row.nullable(),
  /** What the desk stores about the work on the lead; null until the desk first reads the lead. */
  case: row.nullable(),
  events: z.array(row),
  texts: z.array(row),
  offers: z.array(row),
  offerDrafts: z.array(row),
  /** Without their contents. */
  papers: z.array(
    row.and(z.object({ id: z.string(), title: z.string(), removed_at: z.string().nullable() })),
  ),
});

/** Everything that is stored about a lead. */
export type StoredLead = z.infer<typeof recordSchema>;

/** All rows of a lead in a table, as a JSON list. */
const rowsAs = (row: Sql, table: Sql, order: Sql) => sql`
  coalesce((select jsonb_agg(${row} order by ${order}) from ${table} where lead_id = leads.id), '[]')`;

/** Everything that is stored about these leads, the oldest first. */
export const readStored = (db: Db, leadIds: readonly string[]): Promise<StoredLead[]> =>
  rowsOf(
    db,
    recordSchema,
    sql`
      select
        to_jsonb(leads) as lead,
        (select to_jsonb(mails) - 'key_hash' from private.notifications as mails where lead_id = leads.id and kind = 'lead') as notification,
        ${rowsAs(sql`to_jsonb(tries)`, sql`private.delivery_attempts as tries`, sql`id`)} as "deliveryAttempts",
        ${rowsAs(sql`to_jsonb(keys) - '{key_hash,address_hash}'::text[]`, sql`desk.enquiry_keys as keys`, sql`created_at, share_number`)} as keys,
        ${rowsAs(sql`to_jsonb(mails) - 'key_hash'`, sql`(select * from private.notifications where kind <> 'lead') as mails`, sql`made_at, kind, number`)} as "sellerMails",
        (select to_jsonb(origins) from desk.lead_origins as origins where lead_id = leads.id) as origin,
        (
          select to_jsonb(imports)
          from desk.imported_leads join desk.imports on imports.id = import_id
          where lead_id = leads.id
        ) as import,
        (select to_jsonb(cases) from desk.cases where lead_id = leads.id) as case,
        ${rowsAs(sql`to_jsonb(events) - 'xact'`, sql`desk.events`, sql`id`)} as events,
        ${rowsAs(sql`to_jsonb(texts)`, sql`desk.texts`, sql`event_id, part`)} as texts,
        ${rowsAs(sql`to_jsonb(offers)`, sql`desk.offers`, sql`number`)} as offers,
        ${rowsAs(sql`to_jsonb(drafts)`, sql`desk.offer_drafts as drafts`, sql`version`)} as "offerDrafts",
        ${rowsAs(sql`to_jsonb(papers) - 'seal_key'`, sql`desk.papers`, sql`added_at, id`)} as papers
      from public.leads
      where id = any (${leadIds}::uuid[])
      order by created_at, id`,
  );

/** Everything about a person's leads, for owners. That an owner has read it is recorded. */
export const person = defineCall({
  given: z.object({ key: personKey }),
  async work(db, me, { key }) {
    requireOwner(me);
    requireWhole(key);
    const ids = await findLeadsOf(db, key);
    await writeEvent(db, { actor: me.id, leadId: null, kind: 'person_read', facts: { leads: ids.length } });
    const leads: Lead[] = [];
    for (const id of ids) leads.push(await readLead(db, id));
    return { leads, stored: await readStored(db, ids) };
  },
});
