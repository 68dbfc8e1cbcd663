import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { migrate, migrateWithin } from '../../server/database/migrate.ts';
import { describeSchema } from '../support/database/describe-schema.ts';
import { startThrowawayPostgres } from '../support/database/throwaway-postgres.ts';

const FOLDERS = ['supabase/migrations', 'server/database/migrations'];
const MIGRATIONS = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .sort()
    .map((file) => ({
      version: file.slice(0, 14),
      name: file.slice(15, -'.sql'.length),
      sql: readFileSync(join(folder, file), 'utf8'),
    })),
);
const VERSIONS = MIGRATIONS.map(({ version }) => version);
const NAME = 'migrated';

// These tests have their own PostgreSQL, because all databases of a PostgreSQL share its roles: migrations that run in
// two of its databases at the same time may refuse each other's changes.
const postgres = await startThrowawayPostgres();
const clients: pg.Client[] = [];
const server = new pg.Client(postgres.connectionString);
await server.connect();
afterAll(async () => {
  await Promise.all([...clients, server].map((client) => client.end()));
  await postgres.close();
});

const createDatabase = (name: string) => server.query(`create database ${name}`);

async function connect(name = NAME): Promise<pg.Client> {
  const client = new pg.Client(postgres.connectionString.replace(/postgres$/, name));
  await client.connect();
  clients.push(client);
  return client;
}

async function readRecord(client: pg.Client): Promise<unknown[]> {
  const { rows } = await client.query<Record<string, unknown>>(
    `select version, name, statements from supabase_migrations.schema_migrations
     union all select version, name, statements from supabase_migrations.desk_migrations order by version`,
  );
  return rows;
}

await createDatabase(NAME);

test('two servers that start at once both succeed, and each migration runs once', async () => {
  const applied = await Promise.all([await connect(), await connect()].map((client) => migrate(client)));
  expect(applied.flat().sort()).toEqual(VERSIONS);
  expect(applied.map(({ length }) => length).sort()).toEqual([0, VERSIONS.length]);
});

test('a second run changes nothing', async () => {
  const client = await connect();
  const before = await describeSchema(client);
  expect(before).toContainEqual(expect.stringContaining('leads_valuation_email'));
  expect(await migrate(client)).toEqual([]);
  expect(await describeSchema(client)).toEqual(before);
});

test('the records have the rows that the Supabase CLI would write', async () => {
  expect(await readRecord(await connect())).toEqual(
    MIGRATIONS.map(({ version, name, sql }) => ({ version, name, statements: [sql] })),
  );
});

test('a failed migration is rolled back, is named in the error, and releases the lock', async () => {
  const client = await connect();
  const [first = ''] = VERSIONS;
  const { rows } = await client.query(
    'delete from supabase_migrations.schema_migrations where version = $1 returning *',
    [first],
  );
  const before = await describeSchema(client);
  await expect(migrate(client)).rejects.toThrow(
    new RegExp(`^Migration ${first}_.*\\.sql failed: .*already exists`),
  );
  expect(await describeSchema(client)).toEqual(before);
  const locks = await client.query(`select from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`);
  expect(locks.rowCount).toBe(0);
  await client.query('insert into supabase_migrations.schema_migrations values ($1, $2, $3)', [
    first,
    (rows[0] as { statements: string[] }).statements,
    'restored',
  ]);
});

test('migrations of a newer version, which only add, are left alone', async () => {
  const client = await connect();
  await client.query(
    `insert into supabase_migrations.schema_migrations values ('20990101000000', '{"select 1"}', 'later')`,
  );
  expect(await migrate(client)).toEqual([]);
  await client.query(`delete from supabase_migrations.schema_migrations where version = '20990101000000'`);
});

describe('a database of another version is refused, with what to do, and not changed:', () => {
  test.each([
    [
      'an unknown migration before the newest one',
      `insert into supabase_migrations.schema_migrations values ('20000101000000', '{}', 'earlier')`,
    ],
    [
      'an unknown migration without statements',
      `insert into supabase_migrations.schema_migrations values ('20000101000000', null, 'earlier')`,
    ],
    [
      'a migration with other statements',
      `update supabase_migrations.schema_migrations set statements = '{"select 1"}' where version = '${VERSIONS[1]}'`,
    ],
  ])('%s', async (_, change) => {
    const client = await connect();
    const before = await describeSchema(client);
    await client.query('begin');
    await client.query(change);
    await expect(migrateWithin(client)).rejects.toThrow(
      /^The database was made by another version of this product \(migration \d{14} is not known here, or was changed\)\. .*`npm run backup` there, then `npm run restore` here/,
    );
    await client.query('rollback');
    expect(await describeSchema(client)).toEqual(before);
  });
});

/** The newest migration of version 1.0.0. */
const LAST_OF_BASELINE = '20261128001700';

/** A statement after which the version before might not work, so that an update could not go back to it. */
const REMOVES =
  /\b(?:drop (?!trigger|policy|index|not null|default)|rename |truncate |alter column \S+ (?:set data )?type |set not null|add column (?![^,;]*default)[^,;]*not null)/i;

test.each([
  ['alter table desk.cases drop column colour', true],
  ['drop table desk.cases', true],
  ['alter table desk.cases rename column a to b', true],
  ['alter table desk.cases alter column a type bigint', true],
  ['alter table desk.cases alter column a set not null', true],
  ['alter table desk.cases add column a int not null', true],
  ['alter table desk.cases add column a int', false],
  ['alter table desk.cases add column a int not null default 0', false],
  ['drop trigger a on desk.cases; create trigger a after insert on desk.cases', false],
  ['create table desk.colours (name text not null)', false],
])('after version 1.0.0, "%s" removes something: %s', (statement, removes) => {
  expect(REMOVES.test(statement)).toBe(removes);
});

test('the migrations of version 1.0.0 are as they were published', () => {
  const published = MIGRATIONS.filter(({ version }) => version <= LAST_OF_BASELINE);
  const hash = createHash('sha256');
  for (const { version, name, sql } of published) hash.update(`${version} ${name}\n${sql}`);
  expect(hash.digest('hex')).toBe('bae3047924047349e41193036d2986f2cd63ce585a4bebc622237e42b7b7249e');
});

test('migrations after version 1.0.0 only add', () => {
  const added = MIGRATIONS.filter(({ version }) => version > LAST_OF_BASELINE);
  expect(added.filter(({ sql }) => REMOVES.test(sql)).map(({ name }) => name)).toEqual([]);
});

test('each object of the baseline is defined once, in its final form', () => {
  const baseline = MIGRATIONS.filter(({ version }) => version <= LAST_OF_BASELINE);
  const statements = baseline.flatMap(({ name, sql }) =>
    // Without comments and the bodies of functions.
    sql
      .replace(/^\s*--.*$/gm, '')
      .replace(/\$(\w*)\$.*?\$\1\$/gs, '')
      .split(';')
      .map((statement) => ({ name, statement: statement.trim().replace(/\s+/g, ' ') })),
  );
  const created = statements.flatMap(({ statement }) => {
    const [, kind, name] =
      /^create (?:unlogged |unique )?(table|index|function|type|schema|policy|trigger) ("[^"]+"|[\w.]+)/.exec(
        statement,
      ) ?? [];
    const [, table] = kind === 'trigger' || kind === 'policy' ? (/ on ([\w.]+)/.exec(statement) ?? []) : [];
    return kind ? [`${kind} ${name} ${table ?? ''}`.trim()] : [];
  });
  expect(created.length).toBeGreaterThan(100);
  expect(created.filter((item, index) => created.indexOf(item) !== index)).toEqual([]);
  // What the desk's migrations change of the leads', which a Supabase has without the desk.
  const isDesks = (statement: string) =>
    /^(?:create or replace view private\.(?:lead_lifetimes|other_expired_rows) |alter table (?:private\.notifications add |\S+ alter column (?:(?:sealed|contents) set storage |seal_key set statistics )))/.test(
      statement,
    );
  expect(
    statements.filter(
      ({ statement }) =>
        !isDesks(statement) &&
        /^(?:drop|truncate|create or replace|alter (?!default privileges|table \S+ (?:enable row level security|owner to leads_owner)$|(?:type|function) .+ owner to leads_owner$))/.test(
          statement,
        ),
    ),
  ).toEqual([]);
});
