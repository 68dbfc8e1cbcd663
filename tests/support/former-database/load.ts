import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Client } from 'pg';
import { inTransaction } from '#server/database/in-transaction.ts';
import { refillTables } from '#server/database/tables.ts';
import { openBackup } from '#server/operations/backup-file.ts';
import { load } from '#server/operations/restore.ts';

/** A backup that commit 8de0288 has written of a data folder of its own: leads, offers, staff and a pending mail. */
const FORMER_BACKUP = join(import.meta.dirname, 'rows.txt');

const read = (path: string) => readFileSync(join(import.meta.dirname, path));

/** The fifty migrations of commit 8de0288, in order. */
const MIGRATIONS = JSON.parse(gunzipSync(read('migrations.json.gz')).toString()) as {
  version: string;
  name: string;
  sql: string;
}[];

/** Makes a new database like that of commit 8de0288: its migrations and their record, and the rows of the backup. */
export async function loadFormerDatabase(client: Client): Promise<void> {
  await client.query(read('../../../server/database/roles.sql').toString());
  await client.query(`
    create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
    create table supabase_migrations.desk_auth_migrations (version text primary key, statements text[], name text)`);
  for (const { version, name, sql } of MIGRATIONS) {
    await client.query(sql);
    await client.query('insert into supabase_migrations.schema_migrations values ($1, $2, $3)', [
      version,
      [sql],
      name,
    ]);
  }
  const desk = read('../../../server/desk/migrations/20261123120000_create_desk_auth.sql').toString();
  await client.query(desk);
  await client.query('insert into supabase_migrations.desk_auth_migrations values ($1, $2, $3)', [
    '20261123120000',
    [desk],
    'create_desk_auth',
  ]);
  const { tables } = await openBackup(FORMER_BACKUP);
  await inTransaction(client, () =>
    refillTables(client, tables, (table) => load(client, FORMER_BACKUP, table)),
  );
}
