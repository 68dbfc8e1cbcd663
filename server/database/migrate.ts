import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { inTransaction } from './in-transaction.ts';

/** A folder of migrations, and the table that records which of them have run. */
type Source = { folder: string; table: string };

/** The product's migrations, also applied to a Supabase. The table is where the Supabase CLI keeps its record. */
const PRODUCT: Source = {
  folder: join(import.meta.dirname, '../../supabase/migrations'),
  table: 'supabase_migrations.schema_migrations',
};
/** Migrations for the sign-in to the desk (the staff's app). A Supabase does not get them: it has Supabase Auth. */
const DESK: Source = {
  folder: join(import.meta.dirname, '../desk/migrations'),
  table: 'supabase_migrations.desk_auth_migrations',
};
const ROLES = join(import.meta.dirname, 'roles.sql');

/** The key of an advisory lock. Any number, but the same in every process: one migrates while the others wait. */
const MIGRATION_LOCK = 7_201_126;

/** The migrations of this version of the product, in order: each file's time stamp. */
export async function listMigrations(): Promise<string[]> {
  return (await listFiles(PRODUCT)).map(versionOf);
}

/**
 * Applies pending migrations in order, each in a separate transaction. The record of applied migrations is kept where
 * the Supabase CLI keeps it, so that the CLI can continue after this server, and this server after the CLI.
 *
 * @returns the versions that were applied now
 * @throws {Error} naming the migration that failed; those before it stay applied
 */
export function migrate(client: Client): Promise<string[]> {
  return withLock(client, () => applyProduct(client));
}

/** Like `migrate`, and then applies the migrations of the desk's sign-in, which a Supabase does not have. */
export function migrateWithDesk(client: Client): Promise<string[]> {
  return withLock(client, async () => [
    ...(await applyProduct(client)),
    ...(await applyPending(client, DESK)),
  ]);
}

async function applyProduct(client: Client): Promise<string[]> {
  await client.query(await readFile(ROLES, 'utf8'));
  const versions = await applyPending(client, PRODUCT);
  // The health check reads the record as `leads_probe`. Older versions read it as `mailer`, which loses these rights.
  await client.query(`
    revoke all on schema supabase_migrations from mailer;
    revoke all on supabase_migrations.schema_migrations from mailer;
    grant usage on schema supabase_migrations to leads_probe;
    grant select (version) on supabase_migrations.schema_migrations to leads_probe`);
  return versions;
}

async function withLock<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    return await work();
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
}

async function applyPending(client: Client, source: Source): Promise<string[]> {
  const { table } = source;
  await client.query(`
    create schema if not exists supabase_migrations;
    create table if not exists ${table} (version text primary key, statements text[], name text)`);
  const { rows } = await client.query<{ version: string }>(`select version from ${table}`);
  const applied = new Set(rows.map(({ version }) => version));
  const pending = (await listFiles(source)).filter((file) => !applied.has(versionOf(file)));
  for (const file of pending) await apply(client, source, file);
  return pending.map(versionOf);
}

async function listFiles({ folder }: Source): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
}

function versionOf(file: string): string {
  return file.slice(0, file.indexOf('_'));
}

async function apply(client: Client, { folder, table }: Source, file: string): Promise<void> {
  const sql = await readFile(join(folder, file), 'utf8');
  try {
    await inTransaction(client, async () => {
      await client.query(sql);
      await client.query(`insert into ${table} (version, name, statements) values ($1, $2, $3)`, [
        versionOf(file),
        file.slice(file.indexOf('_') + 1, -'.sql'.length),
        [sql],
      ]);
    });
  } catch (error) {
    throw new Error(`Migration ${file} failed: ${String(error)}`, { cause: error });
  }
}
