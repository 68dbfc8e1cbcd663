import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError, type Client } from 'pg';

/** Identifies a person. Matches exactly, apart from spelling: capitals, spaces, country prefix, an extension. */
export type PersonKey = { email: string } | { phone: string };

type Row = Record<string, unknown>;

/** All data about a person. */
export type PersonRecord = {
  leads: { lead: Row & { id: string }; notification: Row | null; deliveryAttempts: Row[] }[];
  /** The mails about these leads that were written to files. */
  mails: { file: string; contents: string }[];
};

/** `x2`, `ext. 2` or `#2` at the end of a number. */
const EXTENSION = /\s*(?:x|ext\.?|extension|#)\s*\p{Nd}{1,6}\s*$/iu;

/** Arabic-Indic and Persian; NFKC makes the full-width ones plain. */
const OTHER_DIGITS = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹';

/** @throws {Error} when it is neither an e-mail address nor a whole telephone number */
export function parsePersonKey(text: string): PersonKey {
  const given = text.trim();
  if (/^[^\s@]+@[^\s@]+$/.test(given)) return { email: given };
  const number = given.normalize('NFKC').replace(EXTENSION, '').replace(/o/gi, '0');
  const isNumber = /^[\p{Nd}\s+()./\p{Pd}]+$/u.test(number) && number.replace(/\P{Nd}/gu, '').length >= 9;
  if (isNumber) return { phone: given };
  throw new Error('Give a whole e-mail address or telephone number.');
}

/** The steps that normalise a phone number: what to replace, with what, and the flags. */
const PHONE_STEPS = [
  ['\\s*(?:x|ext\\.?|extension|#)\\s*[0-9]{1,6}\\s*$', '', 'i'],
  // "mobile", "tel.", but not the letter O in place of a zero.
  ['[[:alpha:]]*[a-np-z][[:alpha:]]*', '', 'gi'],
  ['o', '0', 'gi'],
  ['[^0-9+]', '', 'g'],
  ['^00', '+', ''],
  ['^(?:\\+?44)?0?', '', ''],
] as const;

/**
 * Normalises a phone number: `+44 (0)131 496 0123`, `0044 131…`, `O131…`, `０１３１…` and `0131… x2` become equal. Numbers
 * of other countries keep their +, so that they do not match a British number.
 */
const phoneKey = (sql: string) =>
  PHONE_STEPS.reduce(
    (inner, [pattern, replacement, flags]) =>
      `regexp_replace(${inner}, '${pattern}', '${replacement}', '${flags}')`,
    `translate(normalize(${sql}, nfkc), '${OTHER_DIGITS}', '01234567890123456789')`,
  );

/** The mails in files that are about these leads: one for each, or the digest of a flood. */
async function findMails(
  outbox: string,
  leadIds: readonly string[],
): Promise<{ file: string; contents: string; isDigest: boolean }[]> {
  const names = await readdir(outbox).catch(() => []);
  const found = [];
  for (const file of names.sort()) {
    const isDigest = /flood-[\da-f-]+\.eml$/.test(file);
    if (!isDigest && !leadIds.some((id) => file.includes(`lead-${id}.eml`))) continue;
    const contents = await readFile(join(outbox, file), 'utf8');
    if (!isDigest || leadIds.some((id) => contents.includes(id))) found.push({ file, contents, isDigest });
  }
  return found;
}

/** Deletes the mails in files that are about these leads. */
export async function deleteMails(outbox: string, leadIds: readonly string[]): Promise<void> {
  for (const { file } of await findMails(outbox, leadIds)) await rm(join(outbox, file));
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
  const mails = files.map(({ file, contents, isDigest }) => ({
    file,
    // Other people's answers are in it too.
    contents: isDigest ? 'A mail about many enquiries, in which the ones above are.' : contents,
  }));
  return { leads, mails };
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
    // The latest attempt has not ended, and neither has its lease, which its sender renews.
    const { rowCount } = await client.query(
      `select from private.notifications
       where lead_id = any ($1) and sent_at is null and next_attempt_at > now() and (
         select finished_at is null from private.delivery_attempts as attempt
         where attempt.lead_id = notifications.lead_id
         order by id desc
         limit 1
       )`,
      [ids],
    );
    if (rowCount) {
      throw new Error('A mail about this person is being sent at this moment: try again in a minute.');
    }
    await client.query('delete from public.leads where id = any ($1)', [ids]);
    // Before the commit: if a file cannot be deleted, the lead stays too, and erasing can be retried.
    await deleteMails(outbox, ids);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

const TABLES = 'public.leads, private.notifications, private.delivery_attempts';

const LOCK_NOT_AVAILABLE = '55P03';
const ATTEMPTS = 5;

/**
 * Removes what deleted rows leave in the tables' files, by writing the files anew. A plain VACUUM would only mark the
 * space as free. The tables are locked for that moment; whoever holds them for longer, such as a backup, goes first, so
 * that no visitor has to wait behind both.
 *
 * @throws {Error} in one sentence when the tables were not free
 */
export async function shredDeletedRows(client: Client): Promise<void> {
  await client.query(`set lock_timeout = '1s'`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`vacuum (full) ${TABLES}`);
      break;
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error;
      if (attempt === ATTEMPTS) {
        throw new Error(
          'The person is erased, but old copies of the rows are still in the database’s files, because something (a backup?) uses the tables. Run this command again in some minutes.',
          { cause: error },
        );
      }
      await delay(1_000);
    }
  }
  // The former files are removed at a checkpoint. Without the privilege to ask for one, that is within minutes.
  await client.query('checkpoint').catch(() => undefined);
}
