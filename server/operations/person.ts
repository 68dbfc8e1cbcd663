import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';

/** Identifies a person. Matches exactly, apart from spelling: capitals, spaces, country prefix. */
export type PersonKey = { email: string } | { phone: string };

type Row = Record<string, unknown>;

/** All data about a person. */
export type PersonRecord = {
  leads: { lead: Row & { id: string }; notification: Row | null; deliveryAttempts: Row[] }[];
  /** The mails about these leads that were written to files. */
  mails: { file: string; contents: string }[];
};

/** How long a sender may work on one mail. */
const LEASE_SECONDS = 60;

/** @throws {Error} when it is neither an e-mail address nor a whole telephone number */
export function parsePersonKey(text: string): PersonKey {
  const given = text.trim();
  if (/^[^\s@]+@[^\s@]+$/.test(given)) return { email: given };
  const isNumber = /^[\d\s+().-]+$/.test(given) && given.replace(/\D/g, '').length >= 9;
  if (isNumber) return { phone: given };
  throw new Error('Give a whole e-mail address or telephone number.');
}

/**
 * Normalises a phone number: `+44 (0)131 496 0123`, `0044 131…` and `0131…` become equal. Numbers of other
 * countries keep their +, so that they do not match a British number.
 */
const phoneKey = (sql: string) =>
  `regexp_replace(regexp_replace(regexp_replace(${sql}, '[^0-9+]', '', 'g'), '^00', '+'), '^(?:\\+?44)?0?', '')`;

async function findMails(outbox: string, leadIds: readonly string[]): Promise<string[]> {
  const names = await readdir(outbox).catch(() => []);
  return names.filter((name) => leadIds.some((id) => name.includes(`lead-${id}.eml`))).sort();
}

export async function findPerson(client: Client, outbox: string, key: PersonKey): Promise<PersonRecord> {
  const [condition, value] =
    'email' in key
      ? ['lower(leads.email) = lower($1)', key.email]
      : [`${phoneKey('leads.phone')} = ${phoneKey('$1')}`, key.phone];
  const { rows: leads } = await client.query<PersonRecord['leads'][number]>(
    `select to_jsonb(leads) as lead, to_jsonb(notifications) as notification,
       coalesce(
         (select jsonb_agg(attempts order by id) from private.delivery_attempts as attempts
          where attempts.lead_id = leads.id), '[]'
       ) as "deliveryAttempts"
     from public.leads
     left join private.notifications on notifications.lead_id = leads.id
     where ${condition}
     order by leads.created_at`,
    [value],
  );
  const files = await findMails(
    outbox,
    leads.map(({ lead }) => lead.id),
  );
  const mails = files.map(async (file) => ({ file, contents: await readFile(join(outbox, file), 'utf8') }));
  return { leads, mails: await Promise.all(mails) };
}

/**
 * Erases exactly the record that was confirmed, and nothing that arrived later.
 *
 * @throws {Error} when a mail about it is being sent at this moment, because the mail would outlive the erasure
 */
export async function erasePerson(client: Client, outbox: string, { leads }: PersonRecord): Promise<void> {
  const ids = leads.map(({ lead }) => lead.id);
  await client.query('begin');
  try {
    // Senders skip locked rows.
    await client.query('select from private.notifications where lead_id = any ($1) for update', [ids]);
    const { rowCount } = await client.query(
      `select from private.delivery_attempts
       where lead_id = any ($1) and finished_at is null and started_at > now() - make_interval(secs => $2)`,
      [ids, LEASE_SECONDS],
    );
    if (rowCount) {
      throw new Error('A mail about this person is being sent at this moment: try again in a minute.');
    }
    await client.query('delete from public.leads where id = any ($1)', [ids]);
    // Before the commit: if a file cannot be deleted, the lead stays too, and erasing can be retried.
    for (const file of await findMails(outbox, ids)) await rm(join(outbox, file));
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
