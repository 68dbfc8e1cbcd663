import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { phoneKey } from '#lead/phone-number.ts';
import { addYears, londonDay } from '../../cases/days.ts';
import { searchTextOf } from '../../cases/search-text.ts';
import { execute, rowOf, rowsOf, sql, type Db, type Sql } from '../../database/statement.ts';
import { addressKey } from './address-key.ts';
import type { ImportedLead } from './read-row.ts';

const checkedSchema = z.object({
  /** The rule of public.leads that the lead breaks. */
  broken: z.string().nullable(),
  created_at: z.string(),
  contact_at: z.string(),
  next_at: z.string().nullable(),
  is_due: z.boolean(),
});

/** A time of the other program: '2024-05-03 14:22:00' in Europe/London, or with an offset from UTC. */
const importedTime = (given: Sql) => sql`
  case
    when ${given} ~ '(Z|[+-]\\d\\d:\\d\\d)$' then ${given}::timestamptz
    else ${given}::timestamp at time zone 'Europe/London'
  end`;

/** Checks each lead by the rules of the table, and reads the times of the other program. */
const checkLeads = (db: Db, leads: readonly ImportedLead[]) =>
  rowsOf(
    db,
    checkedSchema,
    sql`
      select
        desk.broken_rule(lead) as broken,
        to_json(created_at) #>> '{}' as created_at,
        to_json(contact_at) #>> '{}' as contact_at,
        to_json(next_at) #>> '{}' as next_at,
        coalesce(next_at <= now(), false) as is_due
      from jsonb_array_elements(${JSON.stringify(leads)}::jsonb) with ordinality as given (lead, position)
      cross join lateral (select least(${importedTime(sql`(lead ->> 'created')`)}, now()) as created_at) as created
      cross join lateral (
        select least(coalesce(${importedTime(sql`(lead ->> 'last_contact')`)}, created_at), now()) as contact_at
      ) as contact
      cross join lateral (select ${importedTime(sql`(lead ->> 'next_at')`)} as next_at) as next
      order by position`,
  );

/** Who a lead is of, and about which house: two leads that share one of these may be a repeat. */
const identitiesOf = (
  phone: string | null,
  email: string | null | undefined,
  address: string | null | undefined,
  postcode: string | null | undefined,
) => {
  const house = addressKey(address, postcode);
  return [phone && `phone ${phone} ${house}`, email && `email ${email.toLowerCase()} ${house}`].filter(
    (identity) => typeof identity === 'string',
  );
};

/** The keys by which the cases of a lead's person are found. */
const personOf = ({ phone, email }: ImportedLead) => ({
  phone_key: phoneKey(phone),
  email_key: email?.toLowerCase(),
});

const storedSchema = z.object({
  phone_key: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  postcode: z.string().nullable(),
  stage: z.string(),
  created_at: z.coerce.date(),
});

/** When the last lead of each identity came, as milliseconds; Infinity while one is open. */
type Known = Map<string, number>;

function add(known: Known, identities: readonly string[], stage: string, cameAt: Date): void {
  const latest = stage === 'closed' ? cameAt.getTime() : Infinity;
  for (const each of identities) known.set(each, Math.max(latest, known.get(each) ?? 0));
}

/** The stored leads with one of these numbers or e-mail addresses. */
async function readKnown(db: Db, leads: readonly ImportedLead[]): Promise<Known> {
  const persons = leads.map(personOf);
  const stored = await rowsOf(
    db,
    storedSchema,
    sql`
      select phone_key, email, address, postcode, stage, created_at
      from desk.cases join public.leads on id = lead_id
      where phone_key = any (${persons.map(({ phone_key }) => phone_key)}::text[])
        or email_key = any (${persons.map(({ email_key }) => email_key)}::text[])`,
  );
  const known: Known = new Map();
  for (const { phone_key, email, address, postcode, stage, created_at } of stored) {
    add(known, identitiesOf(phone_key, email, address, postcode), stage, created_at);
  }
  return known;
}

/** A repeat is not stored, but that its person wants no contact counts for the leads that are there. */
const forbidContact = (db: Db, repeats: readonly ImportedLead[]) =>
  execute(
    db,
    sql`
      with told as (
        update desk.cases
        set do_not_call = true, version = version + 1, changed_at = clock_timestamp(),
          contact_rules = left(concat_ws(chr(10), cases.contact_rules, given.contact_rules), 1000)
        from jsonb_to_recordset(${JSON.stringify(repeats.map((lead) => ({ ...lead, ...personOf(lead) })))}::jsonb)
          as given (phone_key text, email_key text, contact_rules text)
        where (cases.phone_key = given.phone_key or cases.email_key = given.email_key) and not do_not_call
        returning lead_id, vulnerable
      )
      insert into desk.events (lead_id, kind, facts)
      select lead_id, 'contact_rules_set', jsonb_build_object('do_not_call', true, 'vulnerable', vulnerable) from told`,
  );

type Checked = z.infer<typeof checkedSchema>;

/** What the import writes into the history, in this order. */
function eventsOf(
  lead: Omit<ImportedLead, 'next_at'>,
  { created_at, contact_at, next_at }: Checked,
  importId: number,
) {
  const event = (at: string, kind: string, facts: object = {}, note?: string) => ({ at, kind, facts, note });
  const { stage, close_reason, next_action, do_not_call, notes } = lead;
  return [
    event(created_at, 'received', { source: 'import', import: importId }),
    ...notes.map((note) => event(contact_at, 'noted', {}, note)),
    ...(stage === 'new'
      ? []
      : [
          event(contact_at, 'staged', {
            from: 'new',
            to: stage,
            ...(close_reason && { reason: close_reason }),
          }),
        ]),
    ...(do_not_call
      ? [event(contact_at, 'contact_rules_set', { do_not_call: true, vulnerable: false })]
      : []),
    ...(next_at === null ? [] : [event(new Date().toISOString(), 'planned', { next_action, next_at })]),
  ];
}

async function insertLeads(
  db: Db,
  importId: number,
  accepted: readonly { lead: ImportedLead; checked: Checked }[],
): Promise<void> {
  const leads = accepted.map(({ lead, checked }) => {
    const isBought = lead.close_reason === 'bought' || lead.stage === 'settled';
    const reached = isBought ? 'settled' : lead.stage === 'closed' ? 'new' : lead.stage;
    return {
      ...lead,
      ...checked,
      id: randomUUID(),
      reached,
      origin: lead.origin && Array.from(lead.origin).slice(0, 100).join(''),
      // The hold of a bought house, as when a case is closed at the desk.
      hold_until: isBought ? addYears(londonDay(0), 6) : null,
      hold_reason: isBought ? 'The firm has bought the house.' : null,
      phone_key: phoneKey(lead.phone),
      search_text: searchTextOf({ ...lead, texts: lead.notes }),
    };
  });
  const written = leads.flatMap((lead) =>
    eventsOf(lead, lead, importId).map((event) => ({ ...event, lead_id: lead.id })),
  );
  const { ids } = await rowOf(
    db,
    z.object({ ids: z.array(z.string()) }),
    sql`
      select array_agg(nextval(pg_get_serial_sequence('desk.events', 'id'))::text) as ids
      from generate_series(1, ${written.length}::int)`,
  );
  const events = written.map((event, index) => ({ ...event, id: ids[index] }));
  const given = JSON.stringify(leads);
  await execute(
    db,
    sql`
      insert into public.leads (
        id, created_at, name, email, phone, postcode, address, property_type, bedrooms, property_condition, message, source
      )
      select
        id, created_at, name, email, phone, postcode, address, property_type, bedrooms, property_condition, message,
        'import'
      from jsonb_populate_recordset(null::public.leads, ${given}::jsonb)`,
  );
  // Before the cases, because the trigger on texts would empty the search text of a case.
  await execute(
    db,
    sql`
      with given as (
        select * from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as row (
          id bigint, at timestamptz, lead_id uuid, kind text, facts jsonb, note text
        )
      ),
      events as (
        insert into desk.events (id, at, lead_id, kind, facts) overriding system value
        select id, at, lead_id, kind, facts from given
      )
      insert into desk.texts (event_id, part, lead_id, body)
      select id, 'note', lead_id, note from given where note is not null`,
  );
  await execute(
    db,
    sql`
      with given as (
        select * from jsonb_to_recordset(${given}::jsonb) as row (
          id uuid, origin text, created_at timestamptz, contact_at timestamptz, stage desk.stage, reached desk.stage,
          close_reason text, next_action text, next_at timestamptz, do_not_call boolean, contact_rules text,
          hold_until date, hold_reason text, phone_key text, email text, search_text text
        )
      ),
      imported as (
        insert into desk.imported_leads (lead_id, import_id) select id, ${importId}::int from given
      ),
      origins as (
        insert into desk.lead_origins (lead_id, utm_source) select id, origin from given where origin is not null
      )
      -- first_contact_at is set although nobody may have been in touch, because nothing was promised to these people: a
      -- lead without a first contact would stand in the list "now" as overdue.
      insert into desk.cases (
        lead_id, received_at, promised_by, stage, reached, close_reason, first_contact_at, next_action, next_at,
        do_not_call, contact_rules, hold_until, hold_reason, is_suspect, phone_key, email_key, search_text, changed_at
      )
      select
        id, created_at, created_at, stage, reached, close_reason, contact_at, next_action, next_at, do_not_call,
        contact_rules, hold_until, hold_reason, false, phone_key, lower(email), search_text, contact_at
      from given`,
  );
}

/**
 * Stores leads of an import, with their cases, their events and their notes.
 *
 * @returns `reasons`: for each lead why it was not stored: the name of the broken rule of public.leads, or `repeat` if the
 *   same person has a lead about the same address; null if it was stored. `due`: how many of the stored leads have a next
 *   step that is due by now
 */
export async function storeLeads(
  db: Db,
  importId: number,
  leads: readonly ImportedLead[],
): Promise<{ reasons: (string | null)[]; due: number }> {
  const checked = await checkLeads(db, leads);
  const known = await readKnown(db, leads);
  const accepted: { lead: ImportedLead; checked: Checked }[] = [];
  const reasons = leads.map((lead, index) => {
    const found = checked[index];
    if (found === undefined) throw new Error('The database has not checked every lead.');
    if (found.broken !== null) return found.broken;
    const { email, address, postcode, stage } = lead;
    const cameAt = new Date(found.created_at);
    const identities = lead.has_unread_address
      ? []
      : identitiesOf(phoneKey(lead.phone), email, address, postcode);
    const latest = Math.max(...identities.map((each) => known.get(each) ?? -Infinity));
    // An open lead that came after all others were closed is a new one.
    if (latest > -Infinity && (stage === 'closed' || latest >= cameAt.getTime())) return 'repeat';
    add(known, identities, stage, cameAt);
    accepted.push({ lead, checked: found });
    return null;
  });
  if (accepted.length > 0) await insertLeads(db, importId, accepted);
  const optedOut = leads.filter(({ do_not_call }) => do_not_call);
  if (optedOut.length > 0) await forbidContact(db, optedOut);
  return { reasons, due: accepted.filter(({ checked }) => checked.is_due).length };
}
