import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { recordAccess } from './access.ts';
import * as codes from './codes.ts';
import { inTransaction } from './in-transaction.ts';
import { LOCKS } from './locks.ts';

/** A folder of migrations, and the table that records which of them have run. */
type Source = { folder: string; table: string };

/** What the specification names, also applied to a Supabase. The table is where the Supabase CLI keeps its record. */
const LEADS: Source = {
  folder: join(import.meta.dirname, '../../supabase/migrations'),
  table: 'supabase_migrations.schema_migrations',
};
/** The desk and the seller's page, which only this server has. */
const DESK: Source = {
  folder: join(import.meta.dirname, 'migrations'),
  table: 'supabase_migrations.desk_migrations',
};
const ROLES = join(import.meta.dirname, 'roles.sql');

/** A migration file: `<version>_<name>.sql`. */
type Migration = { version: string; name: string; sql: string };

/** The statements of each recorded migration, by its version. The Supabase CLI records them one by one. */
type MigrationRecord = Map<string, string | null>;

/** The migrations of this version of the product, in order: each file's time stamp. */
export async function listMigrations(): Promise<string[]> {
  return [...(await readMigrations(LEADS)), ...(await readMigrations(DESK))].map(({ version }) => version);
}

/**
 * Applies pending migrations in order, all in one transaction: after a failure the database is as it was, so that the
 * version before can go on. The record of applied migrations is kept where the Supabase CLI keeps it, so that the CLI
 * can continue after this server, and this server after the CLI.
 *
 * Migrations of a newer version, later than all of this one, are left alone. They only add, so that this version works
 * on: an update that fails goes back to it (docs/decisions/0040-updates-go-back.md).
 *
 * @param only applies these versions only, for a backup of an older version
 * @returns the versions that were applied now
 * @throws {Error} naming the migration that failed; or saying what to do with a database that another version of the
 *   product has made
 */
export function migrate(client: Client, only?: readonly string[]): Promise<string[]> {
  return withLock(client, () => inTransaction(client, () => migrateWithin(client, only)));
}

/** As `migrate`, within the caller's transaction. */
export async function migrateWithin(client: Client, only?: readonly string[]): Promise<string[]> {
  // A process that is killed leaves no statement that holds locks on.
  await client.query(`set local client_connection_check_interval to '1s'`);
  await client.query(await readFile(ROLES, 'utf8'));
  const versions = [
    ...(await applyPending(client, LEADS, only)),
    ...(await applyPending(client, DESK, only)),
  ];
  // The health check reads the records.
  await client.query(`
    grant usage on schema supabase_migrations to leads_probe;
    grant select (version) on ${LEADS.table}, ${DESK.table} to leads_probe`);
  if (versions.length > 0) await recordAccess(client);
  return versions;
}

/** Applies only what a Supabase has too. */
export function migrateLeads(client: Client): Promise<string[]> {
  return withLock(client, () =>
    inTransaction(client, async () => {
      await client.query(await readFile(ROLES, 'utf8'));
      return applyPending(client, LEADS);
    }),
  );
}

/** One process migrates while the others wait. */
async function withLock<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('select pg_advisory_lock($1)', [LOCKS.migration]);
  try {
    return await work();
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCKS.migration]);
  }
}

async function readMigrations({ folder }: Source): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => ({
      version: file.slice(0, file.indexOf('_')),
      name: file.slice(file.indexOf('_') + 1, -'.sql'.length),
      sql: await readFile(join(folder, file), 'utf8'),
    })),
  );
}

async function applyPending(client: Client, source: Source, only?: readonly string[]): Promise<string[]> {
  const recorded = await readRecord(client, source);
  const migrations = await readMigrations(source);
  refuseOtherMigrations(recorded, migrations);
  const pending = migrations.filter(
    ({ version }) => !recorded.has(version) && (only?.includes(version) ?? true),
  );
  for (const migration of pending) await apply(client, source, migration);
  return pending.map(({ version }) => version);
}

async function readRecord(client: Client, { table }: Source): Promise<MigrationRecord> {
  await client.query(`
    create schema if not exists supabase_migrations;
    create table if not exists ${table} (version text primary key, statements text[], name text)`);
  const { rows } = await client.query<{ version: string; sql: string | null }>(
    `select version, array_to_string(statements, ';') as sql from ${table}`,
  );
  return new Map(rows.map(({ version, sql }) => [version, sql]));
}

/** @throws {Error} when a recorded migration had other statements, or is not one of these and not later than all of them */
function refuseOtherMigrations(recorded: MigrationRecord, migrations: Migration[]): void {
  // The CLI leaves out the semicolons and blank lines between statements.
  const condense = (sql: string) => sql.replace(/[\s;]+/g, '');
  const known = new Map(migrations.map(({ version, sql }) => [version, condense(sql)]));
  const newest = migrations.at(-1)?.version ?? '';
  for (const [version, sql] of recorded) {
    if (version > newest || known.get(version) === condense(sql ?? '')) continue;
    throw new Error(
      `The database was made by another version of this product (migration ${version} is not known here, or was changed). ` +
        'Start that version, or move the data to this one: `npm run backup` there, then `npm run restore` here into an empty database.',
    );
  }
}

/** Puts the codes of a list, such as `{{STAGES}}`, into a statement. */
function withCodes(text: string): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: keyof typeof codes) =>
    Object.keys(codes[name])
      .map((code) => `'${code}'`)
      .join(', '),
  );
}

async function apply(client: Client, { table }: Source, { version, name, sql }: Migration): Promise<void> {
  try {
    await client.query(withCodes(sql));
    await client.query(`insert into ${table} (version, name, statements) values ($1, $2, $3)`, [
      version,
      name,
      [sql],
    ]);
  } catch (error) {
    throw new Error(`Migration ${version}_${name}.sql failed: ${String(error)}`, { cause: error });
  }
}
