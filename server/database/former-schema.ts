import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { completeFormerData, refillTables, TABLES, type Table } from './tables.ts';

/** The SHA-256 of the versions of the fifty migrations of commit 8de0288, one per line. */
const FORMER_VERSIONS = 'd3d2bc2c9a6b21d16c208b0cf638138167481fcd37686c6a4085ab44b7eff784';

/**
 * Whether these are the migrations of commit 8de0288, the last one before all migrations were rewritten as a baseline.
 * Databases and backups of that commit are still accepted.
 */
export function isFormerSchema(versions: readonly string[]): boolean {
  const lines = versions.toSorted().join('\n');
  return createHash('sha256').update(lines).digest('hex') === FORMER_VERSIONS;
}

type Column = { name: string; type: string };

/** Columns that commit 8de0288 did not have. Its rows get their defaults. */
const ADDED_COLUMNS: Partial<Record<Table, readonly string[]>> = {
  'private.notifications': ['key_hash', 'origin'],
  'private.lead_limits': ['page_calls_per_minute'],
  'desk_private.cases': ['asked_at', 'open_seconds_to_contact', 'search_text'],
  'desk_private.offers': ['shows_market_value'],
  'desk_private.settings': ['confirms_enquiries'],
};

async function readColumns(client: Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select quote_ident(attname) as name, format_type(atttypid, atttypmod) as type
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
     order by attname`,
    [table],
  );
  return rows;
}

/** @throws {Error} when the former table has other columns than the new one */
async function copyRows(client: Client, table: Table): Promise<void> {
  const added = ADDED_COLUMNS[table] ?? [];
  const columns = (await readColumns(client, table)).filter(({ name }) => !added.includes(name));
  const former = (await readColumns(client, `former_${table}`)).map(({ name, type }) => ({
    name,
    type: type.replace('former_', ''),
  }));
  if (JSON.stringify(former) !== JSON.stringify(columns)) {
    throw new Error(`The database has other columns in ${table} than commit 8de0288: nothing was changed.`);
  }
  const names = columns.map(({ name }) => name).join(', ');
  // A type of our own has been created anew, so its values are copied as text.
  const values = columns.map(({ name, type }) => (type.includes('.') ? `${name}::text::${type}` : name));
  await client.query(
    `insert into ${table} (${names}) overriding system value select ${values.join(', ')} from former_${table}`,
  );
}

/** @throws {Error} when there is a former table or view that the new schema does not have */
async function refuseOtherTables(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind in ('r', 'p', 'v', 'm') and relnamespace::regnamespace::text like 'former\\_%'
       and to_regclass(replace(oid::regclass::text, 'former_', '')) is null`,
  );
  if (!rows[0]) return;
  const name = rows[0].name.replace('former_', '');
  throw new Error(`The database has ${name}, which commit 8de0288 did not have: nothing was changed.`);
}

/**
 * Moves a database of commit 8de0288 to the baseline, within the caller's transaction: sets its tables aside, creates
 * the schema anew, copies all rows, and drops the old tables. So the schema is the baseline's, whatever it was before.
 *
 * @param createSchema applies and records the migrations
 * @throws {Error} when the tables are not those of that commit; the caller rolls back
 */
export async function leaveFormerSchema(client: Client, createSchema: () => Promise<void>): Promise<void> {
  // The tables in desk_auth have migrations of their own, which stay.
  const { rows: tables } = await client.query<{ name: Table }>(
    `select name from unnest($1::text[]) with ordinality as wanted (name, position)
     where name not like 'desk\\_auth.%' and to_regclass(name) is not null
     order by position`,
    [TABLES],
  );
  // Another server that still writes has to wait, so that no row is missed.
  await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access exclusive mode`);
  await client.query(`
    create schema former_public;
    alter table public.leads set schema former_public;
    alter schema private rename to former_private;
    alter schema desk_private rename to former_desk_private;
    drop schema desk cascade;
    delete from supabase_migrations.schema_migrations`);
  await createSchema();
  await refuseOtherTables(client);
  await refillTables(client, tables, ({ name }) => copyRows(client, name));
  await completeFormerData(client);
  await client.query('drop schema former_public, former_private, former_desk_private cascade');
}
