import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPostgresWithPlpgsqlCheck } from '../../scripts/ensure-plpgsql-check.ts';
import { listMigrations, migrate } from '../../server/database/migrate.ts';
import { startDebianPostgres } from '../support/debian-postgres.ts';
import { describeSchema } from '../support/describe-schema.ts';
import { runSupabase } from '../support/supabase-cli.ts';
import { startThrowawayPostgres } from '../support/throwaway-postgres.ts';

// These tests have their own PostgreSQL, because the CLI and other tests would change the same roles at the same time.
const postgres = await startThrowawayPostgres();
const url = postgres.connectionString.replace(/postgres$/, 'pushed');
const server = new pg.Client(postgres.connectionString);
const pushed = new pg.Client(url);
// The statements that create the roles of a Supabase's API.
const ROLES = readFileSync(join(import.meta.dirname, '../../server/database/roles.sql'), 'utf8');

beforeAll(async () => {
  await server.connect();
  await server.query(ROLES);
  await server.query('create database pushed');
  await runSupabase('db', 'push', '--db-url', url, '--yes');
  await pushed.connect();
});
afterAll(async () => {
  await Promise.all([pushed.end(), server.end()]);
  await postgres.close();
});

test('`supabase db push` makes the schema that the server makes, and the server accepts its record', async () => {
  await server.query('create database migrated');
  const client = new pg.Client(postgres.connectionString.replace(/postgres$/, 'migrated'));
  await client.connect();
  try {
    expect(await migrate(client)).toEqual(await listMigrations());
    expect(await describeSchema(pushed)).toEqual(await describeSchema(client));
    expect(await migrate(pushed)).toEqual([]);
  } finally {
    await client.end();
  }
});

test('`supabase db advisors` finds nothing but foreign keys whose referenced rows are never deleted', async () => {
  const output = await runSupabase('db', 'advisors', '--db-url', url, '--level', 'info', '--fail-on', 'warn');
  const findings = (JSON.parse(output) as { name: string; metadata: { fkey_name?: string } }[])
    // A new database has not used any index yet.
    .filter(({ name }) => name !== 'unused_index')
    .map(({ name, metadata }) => `${name} ${metadata.fkey_name}`);
  // Staff, events and offers are never deleted, so no delete has to look for the rows that reference them.
  expect(findings.sort()).toEqual([
    'unindexed_foreign_keys events_actor_fkey',
    'unindexed_foreign_keys offers_event_id_fkey',
    'unindexed_foreign_keys offers_replaces_fkey',
  ]);
});

const programs = findPostgresWithPlpgsqlCheck();

describe.runIf(programs)('on a PostgreSQL with plpgsql_check', () => {
  test('`supabase db lint` finds nothing', async () => {
    const debian = await startDebianPostgres(programs ?? '');
    const client = new pg.Client(debian.url);
    await client.connect();
    try {
      await client.query(ROLES);
      await runSupabase('db', 'push', '--db-url', debian.url, '--yes');
      // A stand-in for the function of pg_cron that private.schedule_sending calls.
      await client.query(`
        create extension plpgsql_check;
        create schema cron;
        create function cron.schedule(name text, schedule text, command text) returns bigint language sql return 1`);
      const schemas = 'public,private,desk,desk_private,seller';
      const output = await runSupabase(
        ...[
          'db',
          'lint',
          '--db-url',
          debian.url,
          '--schema',
          schemas,
          '--level',
          'warning',
          '--fail-on',
          'warning',
        ],
      );
      expect(output.trim()).toBe('');
    } finally {
      await client.end();
      await debian.close();
    }
  });
});
