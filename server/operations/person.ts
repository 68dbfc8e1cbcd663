import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError, type Client } from 'pg';
import type { ExportedFile } from '#src/lib/files/json-with-files.ts';
import { findLeadsOf, readStored, type StoredLead } from '../cases/people.ts';
import { sql } from '../database/statement.ts';
import { readContents } from '../papers/download.ts';
import { inTransaction } from '../database/in-transaction.ts';
import type { Table } from '../database/tables.ts';

/** Identifies a person. Capitals, spaces, the country prefix and an extension of a number make no difference. */
export type PersonKey = { email: string } | { phone: string };

/** All data about a person. */
export type PersonRecord = {
  leads: StoredLead[];
  /** The mails about these leads that were written to files. */
  mails: { file: string; contents: string }[];
};

/** An extension at the end of a number: `x2`, `ext. 2` or `#2`. */
const EXTENSION = /\s*(?:x|ext\.?|extension|#)\s*\p{Nd}{1,6}\s*$/iu;

/** @throws {Error} when the text is neither an e-mail address nor a whole telephone number */
export function parsePersonKey(text: string): PersonKey {
  const given = text.trim();
  if (/^[^\s@]+@[^\s@]+$/.test(given)) return { email: given };
  const number = given.normalize('NFKC').replace(EXTENSION, '').replace(/o/gi, '0');
  const isNumber = /^[\p{Nd}\s+()./\p{Pd}]+$/u.test(number) && number.replace(/\P{Nd}/gu, '').length >= 9;
  if (isNumber) return { phone: given };
  throw new Error('Give a whole email address or phone number.');
}

/** The mails in files that are about these leads: one for each lead, or a digest about many leads. */
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

/** Deletes the mail files that are about these leads. A digest is deleted as a whole, with its other leads. */
export async function deleteMails(outbox: string, leadIds: readonly string[]): Promise<void> {
  for (const { file } of await findMails(outbox, leadIds)) await rm(join(outbox, file));
}

export async function findPerson(client: Client, outbox: string, key: PersonKey): Promise<PersonRecord> {
  const leads = await readStored(client, await findLeadsOf(client, 'email' in key ? key.email : key.phone));
  const files = await findMails(
    outbox,
    leads.map(({ lead }) => lead.id),
  );
  const mails = files.map(({ file, contents, isDigest }) => ({
    file,
    // A digest also contains the answers of other people.
    contents: isDigest ? 'An email about many enquiries, including the ones above.' : contents,
  }));
  return { leads, mails };
}

/** Reads the pictures and documents of a person's leads, beside what `StoredLead.papers` says of each. */
export async function* readFiles(client: Client, { leads }: PersonRecord): AsyncGenerator<ExportedFile> {
  const papers = leads.flatMap((lead) => lead.papers).filter(({ removed_at }) => removed_at === null);
  for (const { id, title } of papers) {
    const { bytes } = await readContents(client, { paper_id: id, size: 'whole' }, sql`true`);
    yield { paper_id: id, title, contents: bytes.toString('base64') };
  }
}

/**
 * Erases exactly the leads of the given record, and nothing that arrived after it was read and confirmed.
 *
 * @throws {Error} when a lead is on hold for a sale or a complaint, or while a mail about it is being sent, because
 *   that mail could not be erased
 */
export async function erasePerson(client: Client, outbox: string, { leads }: PersonRecord): Promise<void> {
  const ids = leads.map(({ lead }) => lead.id);
  await inTransaction(client, async () => {
    await client.query(`select desk.erase_leads($1, 'command')`, [ids]);
    // Deleted before the commit: if a file cannot be deleted, the lead is kept as well, and erasing can be repeated.
    await deleteMails(outbox, ids);
  });
}

/** The tables whose rows are deleted with a lead, and contain something about the person. */
const ERASED_TABLES = [
  'public.leads',
  'private.notifications',
  'private.delivery_attempts',
  'desk.lead_origins',
  'desk.enquiry_keys',
  'desk.cases',
  'desk.texts',
  'desk.offer_drafts',
  'desk.requests',
  'desk.papers',
  'desk.uploads',
] as const satisfies readonly (Table | 'desk.uploads')[];

/** The planner's statistics contain values of the tables' columns. ANALYZE would leave those of a table that is empty. */
const DELETE_STATISTICS = `
  delete from pg_catalog.pg_statistic
  where starelid in (
    select unnest(array[id, indexrelid])
    from unnest('{${ERASED_TABLES.join()}}'::regclass[]) as id left join pg_catalog.pg_index on indrelid = id
  )`;

const LOCK_NOT_AVAILABLE = '55P03';
const ATTEMPTS = 5;

/**
 * Runs a command that needs a table for itself.
 *
 * @returns whether nothing is left to do: false if a table was not free, or if the rewritten table still has deleted
 *   rows, because an older transaction may read them
 */
async function tryCommand(client: Client, command: string): Promise<boolean> {
  let isClean = true;
  const readReport = ({ detail = '' }: { detail?: string | undefined }) => {
    // The report on a table begins with "3 dead row versions cannot be removed yet", in the language of the database.
    if (Number(/\d+/.exec(detail)?.[0] ?? 0) > 0) isClean = false;
  };
  client.on('notice', readReport);
  try {
    await client.query(command);
    return isClean;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  } finally {
    client.off('notice', readReport);
  }
}

/**
 * Removes the remains of deleted rows from the write-ahead log: begins a new file of it, and deletes the older ones by a
 * checkpoint (with `wal_recycle` off, as on the embedded database). The checkpoint also deletes the tables' former files.
 */
async function dropOldLog(client: Client): Promise<void> {
  await client.query('select pg_switch_wal()');
  await client.query('checkpoint');
}

const isSuperuserOf = async (client: Client) =>
  (await client.query<{ is: boolean }>(`select current_setting('is_superuser')::boolean as is`)).rows[0]?.is;

/**
 * Runs commands that need a table for themselves. Each is repeated alone, so it waits only for the transactions that were
 * open when it was first tried.
 */
async function runPatiently(client: Client, commands: readonly string[]): Promise<void> {
  await client.query(`set lock_timeout = '1s'`);
  for (const command of commands) {
    for (let attempt = 1; !(await tryCommand(client, command)); attempt += 1) {
      if (attempt === ATTEMPTS) {
        throw new Error(
          'It is erased, but old copies of the rows are still in the database’s files, because something (a backup?) uses the tables. Run this command again in some minutes.',
        );
      }
      await delay(1_000);
    }
  }
}

const rewrite = (tables: readonly string[]) => tables.map((table) => `vacuum (full, verbose) ${table}`);

/** Removes what is left of the keys of papers and of files that were sent, so that nobody can read what is left of them. */
export async function removeOldKeys(client: Client): Promise<void> {
  await runPatiently(client, rewrite(['desk.papers', 'desk.uploads']));
  if (await isSuperuserOf(client)) await dropOldLog(client);
}

/**
 * Removes the remains of deleted rows from the tables' files by rewriting the files. A plain VACUUM would only mark the
 * space as free. The tables are locked while this runs. If a long transaction such as a backup is using them, this
 * function gives up after a second and retries later: leads that visitors send meanwhile would queue behind it.
 *
 * @throws {Error} with a message for the operator, when remains are still there after several attempts
 */
export async function vacuumDeletedRows(client: Client): Promise<void> {
  const { rows } = await client.query<{ now: string }>('select now()::text');
  // Another login may not delete statistics or log files: docs/operations.md says what then remains, and for how long.
  const isSuperuser = await isSuperuserOf(client);
  await runPatiently(client, [
    ...rewrite(ERASED_TABLES),
    ...(isSuperuser ? [DELETE_STATISTICS] : []),
    `analyze ${ERASED_TABLES.join(', ')}`,
    ...(isSuperuser ? rewrite(['pg_catalog.pg_statistic']) : []),
  ]);
  if (isSuperuser) await dropOldLog(client);
  await client.query('update desk.settings set remains_removed_at = $1', [rows[0]?.now]);
}

/** Whether remains of somebody who was erased may still be on the disk: the server or a command was ended too early. */
export async function hasRemains(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from desk.events, desk.settings where kind = 'erased' and at >= remains_removed_at limit 1`,
  );
  return rowCount === 1;
}
