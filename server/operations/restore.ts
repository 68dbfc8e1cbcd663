import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { inTransaction } from '../database/in-transaction.ts';
import { listMigrations, migrate, migrateWithin } from '../database/migrate.ts';
import { refillTables } from '../database/tables.ts';
import { columnList, COPY_SETTINGS } from './backup.ts';
import { openBackup, type Manifest } from './backup-file.ts';
import { restoreContents } from './paper-files.ts';

async function refuseIfItHoldsLeads(client: Client): Promise<void> {
  const { rows } = await client.query<{ made: boolean }>(
    `select to_regclass('public.leads') is not null as made`,
  );
  if (!rows[0]?.made) return;
  const { rowCount } = await client.query('select from public.leads limit 1');
  if (rowCount) throw new Error('This database holds leads already: restore into an empty one.');
}

/** Loads the rows of one table from the backup. */
async function load(client: Client, path: string, table: Manifest['tables'][number]): Promise<void> {
  const { name, columns, rows, start, end } = table;
  const bytes = start === end ? Readable.from([]) : createReadStream(path, { start, end: end - 1 });
  const copy = client.query(copyFrom(`copy ${name} ${columnList(columns)} from stdin`));
  await pipeline(bytes, copy);
  if (copy.rowCount !== rows) {
    throw new Error(`${name} has ${copy.rowCount} rows instead of ${rows}: nothing was restored.`);
  }
}

/**
 * Reads the manifest of a backup, and checks that this version of the product can restore it.
 *
 * @param onProgress called after each part that was read
 * @throws {Error} in one sentence when the file is not a backup, is damaged, or is of another version
 */
export async function readBackup(path: string, onProgress?: () => void): Promise<Manifest> {
  const manifest = await openBackup(path, onProgress);
  const known = new Set(await listMigrations());
  const unknown = manifest.migrations.find((version) => !known.has(version));
  if (unknown !== undefined) {
    throw new Error(
      `${path} was made by another version of this product (migration ${unknown}): restore it with that version.`,
    );
  }
  return manifest;
}

/**
 * Restores a backup into an empty database, in one transaction. Notifications (mails about leads) keep their state:
 * those that were sent are not sent again, and pending ones will be sent.
 *
 * @param manifest from `readBackup`
 * @param beforeCommit a last step whose failure rolls everything back
 * @returns which files of papers are missing or damaged beside the backup: everything else is restored nevertheless
 * @throws {Error} when the database holds leads, and when rows of the backup break the database's rules
 */
export async function restore(
  client: Client,
  path: string,
  manifest: Manifest,
  beforeCommit: () => void,
): Promise<string[]> {
  await refuseIfItHoldsLeads(client);
  // The rows are loaded into the tables that the backup's version had. The migrations after it then change the rows too.
  await migrate(client, manifest.migrations);

  return inTransaction(client, async () => {
    await client.query(COPY_SETTINGS);
    await client.query('lock table public.leads in access exclusive mode');
    await refuseIfItHoldsLeads(client);
    await refillTables(client, manifest.tables, (table) => load(client, path, table));
    const missing = await restoreContents(client, path, manifest);
    await migrateWithin(client);
    beforeCommit();
    return missing;
  });
}
