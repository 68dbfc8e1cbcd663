import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';

const MIGRATIONS = join(import.meta.dirname, '../../supabase/migrations');
const ROLES = join(import.meta.dirname, 'roles.sql');

/** Any number, the same in every process: one process migrates while the others wait. */
const MIGRATION_LOCK = 7_201_126;

/** The migrations of this version of the product, in order: each file's time stamp. */
export async function listMigrations(): Promise<string[]> {
  return (await listFiles()).map(versionOf);
}

/**
 * Applies pending migrations in order, each in a transaction of its own. The record is kept where the Supabase CLI
 * keeps it, so that either can continue after the other.
 *
 * @returns the versions that were applied now
 * @throws {Error} naming the migration that failed; those before it stay applied
 */
export async function migrate(client: Client): Promise<string[]> {
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    await client.query(await readFile(ROLES, 'utf8'));
    await client.query(`
      create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations (
        version text primary key, statements text[], name text
      )`);
    const { rows } = await client.query<{ version: string }>(
      'select version from supabase_migrations.schema_migrations',
    );
    const applied = new Set(rows.map(({ version }) => version));
    const pending = (await listFiles()).filter((file) => !applied.has(versionOf(file)));
    for (const file of pending) await apply(client, file);
    // For the health check. Before a migration created the role `leads_probe`, the mailer had these privileges.
    await client.query(`
      revoke all on schema supabase_migrations from mailer;
      revoke all on supabase_migrations.schema_migrations from mailer;
      grant usage on schema supabase_migrations to leads_probe;
      grant select (version) on supabase_migrations.schema_migrations to leads_probe`);
    return pending.map(versionOf);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
}

async function listFiles(): Promise<string[]> {
  return (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort();
}

function versionOf(file: string): string {
  return file.slice(0, file.indexOf('_'));
}

async function apply(client: Client, file: string): Promise<void> {
  const sql = await readFile(join(MIGRATIONS, file), 'utf8');
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query(
      'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
      [versionOf(file), file.slice(file.indexOf('_') + 1, -'.sql'.length), [sql]],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${file} failed: ${String(error)}`, { cause: error });
  }
}
