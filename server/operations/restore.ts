import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { listMigrations, migrateWithDesk } from '../database/migrate.ts';
import { columnList, COPY_SETTINGS } from './backup.ts';
import { openBackup, type Manifest } from './backup-file.ts';
import { inTransaction } from '../database/in-transaction.ts';

async function refuseIfItHoldsLeads(client: Client): Promise<void> {
  const { rows } = await client.query<{ made: boolean }>(
    `select to_regclass('public.leads') is not null as made`,
  );
  if (!rows[0]?.made) return;
  const { rowCount } = await client.query('select from public.leads limit 1');
  if (rowCount) throw new Error('This database holds leads already: restore into an empty one.');
}

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
 * @throws {Error} in one sentence when the file is not a backup, is damaged, or is of a later version
 */
export async function readBackup(path: string): Promise<Manifest> {
  const manifest = await openBackup(path);
  const known = new Set(await listMigrations());
  const unknown = manifest.migrations.find((version) => !known.has(version));
  if (unknown !== undefined) {
    throw new Error(
      `${path} was made by a later version of this product (migration ${unknown}): update first.`,
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
 * @throws {Error} when the database holds leads, and when rows of the backup break the database's rules
 */
export async function restore(
  client: Client,
  path: string,
  manifest: Manifest,
  beforeCommit: () => void,
): Promise<void> {
  await refuseIfItHoldsLeads(client);
  await migrateWithDesk(client);

  await inTransaction(client, async () => {
    await client.query(COPY_SETTINGS);
    await client.query('lock table public.leads in access exclusive mode');
    await refuseIfItHoldsLeads(client);
    const tables = manifest.tables.map(({ name }) => name);
    // The triggers would generate ids, times and notifications, which the backup already has, and block `delete`.
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
    // The backup replaces the secrets that the migrations generated, and the owner that a trial desk created.
    for (const table of tables.toReversed()) await client.query(`delete from ${table}`);
    for (const table of manifest.tables) await load(client, path, table);
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
    for (const table of ['private.delivery_attempts', 'desk_private.events']) {
      await client.query(
        `select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table} having max(id) is not null`,
      );
    }
    beforeCommit();
  });
}
