import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { migrate } from '../../server/database/migrate.ts';
import { createNotifications } from '../../supabase/functions/send-email/notifications.ts';
import { insertLead } from '../support/insert-test-lead.ts';
import { CHAT_LEAD } from '../support/sample-leads.ts';

const FILES = readdirSync(join(import.meta.dirname, '../../supabase/migrations')).sort();
const VERSIONS = FILES.map((file) => file.split('_')[0]);
const NAME = `migrate_${process.pid}`;

const clients: pg.Client[] = [];

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(inject('postgresUrl').replace(/postgres$/, NAME));
  await client.connect();
  clients.push(client);
  return client;
}

/** The relations, constraints, functions, triggers, policies, default grants and migration records, as text. */
async function describeDatabase(client: pg.Client): Promise<string> {
  const { rows } = await client.query(`
    select 'relation', oid::regclass::text, relacl::text, concat(relrowsecurity, ' ', relowner::regrole) from pg_class where relnamespace::regnamespace::text in ('public', 'private')
    union all select 'constraint', conname, pg_get_constraintdef(oid), '' from pg_constraint where connamespace::regnamespace::text in ('public', 'private')
    union all select 'function', oid::regprocedure::text, proacl::text, concat(proowner::regrole, ' ', proconfig, ' ', prosrc) from pg_proc where pronamespace::regnamespace::text in ('public', 'private')
    union all select 'trigger', tgname, pg_get_triggerdef(oid), '' from pg_trigger where not tgisinternal
    union all select 'policy', policyname, roles::text, coalesce(qual, with_check) from pg_policies
    union all select 'default', defaclrole::regrole::text, defaclobjtype::text, defaclacl::text from pg_default_acl
    union all select 'migration', version, name, statements::text from supabase_migrations.schema_migrations
    order by 1, 2, 3, 4`);
  return JSON.stringify(rows, null, 1);
}

const server = new pg.Client(inject('postgresUrl'));
await server.connect();
await server.query(`create database ${NAME}`);
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await server.query(`drop database ${NAME} with (force)`);
  await server.end();
});

test('two servers that start at once both succeed, and each migration runs once', async () => {
  const applied = await Promise.all([await connect(), await connect()].map(migrate));
  expect(applied.flat().sort()).toEqual(VERSIONS);
  expect(applied.map(({ length }) => length).sort()).toEqual([0, VERSIONS.length]);
});

test('a second run changes nothing', async () => {
  const client = await connect();
  const before = await describeDatabase(client);
  expect(before).toContain('leads_valuation_email');
  expect(await migrate(client)).toEqual([]);
  expect(await describeDatabase(client)).toBe(before);
});

test('a database of an earlier version is migrated to the same schema as a new one', async () => {
  const name = `${NAME}_before`;
  await server.query(`create database ${name}`);
  const client = new pg.Client(inject('postgresUrl').replace(/postgres$/, name));
  await client.connect();
  try {
    const before = FILES.filter((file) => file < '20261122');
    await client.query(`
      create schema supabase_migrations;
      create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`);
    for (const file of before) {
      const sql = readFileSync(join(import.meta.dirname, '../../supabase/migrations', file), 'utf8');
      await client.query(sql);
      await client.query('insert into supabase_migrations.schema_migrations values ($1, $2, $3)', [
        file.slice(0, 14),
        [sql],
        file.slice(15, -'.sql'.length),
      ]);
    }
    await client.query(`grant select on supabase_migrations.schema_migrations to mailer`);
    await client.query('set role anon');
    await insertLead(client, CHAT_LEAD, crypto.randomUUID());
    await client.query('reset role');

    expect(await migrate(client)).toEqual(FILES.slice(before.length).map((file) => file.slice(0, 14)));
    expect(await describeDatabase(client)).toBe(await describeDatabase(await connect()));
    await client.query('set role anon');
    await insertLead(client, CHAT_LEAD, crypto.randomUUID());
    await client.query('reset role; set role mailer');
    const notifications = createNotifications(client);
    expect([await notifications.claim('any'), await notifications.claim('any')]).toMatchObject([
      { lead: CHAT_LEAD },
      { lead: CHAT_LEAD },
    ]);
  } finally {
    await client.end();
    await server.query(`drop database ${name} with (force)`);
  }
});

test('schema_migrations has the rows that the Supabase CLI would write', async () => {
  const { rows } = await (
    await connect()
  ).query('select * from supabase_migrations.schema_migrations order by version');
  expect(rows).toEqual(
    FILES.map((file) => ({
      version: file.slice(0, 14),
      name: file.slice(15, -'.sql'.length),
      statements: [readFileSync(join(import.meta.dirname, '../../supabase/migrations', file), 'utf8')],
    })),
  );
});

test('a failed migration is rolled back, is named in the error, and releases the lock', async () => {
  const client = await connect();
  const [first = ''] = VERSIONS;
  await client.query('delete from supabase_migrations.schema_migrations where version = $1', [first]);
  const before = await describeDatabase(client);
  await expect(migrate(client)).rejects.toThrow(
    new RegExp(`^Migration ${first}_.*\\.sql failed: .*already exists`),
  );
  expect(await describeDatabase(client)).toBe(before);
  const { rows } = await client.query(`select count(*)::int as locks from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`);
  expect(rows).toEqual([{ locks: 0 }]);
});
