import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { findPostgresWithPlpgsqlCheck } from '../../scripts/ensure-plpgsql-check.ts';
import { listMigrations, migrate, migrateLeads } from '../../server/database/migrate.ts';
import { createDelivery } from '../../supabase/functions/send-email/delivery.ts';
import type { MailMessage } from '../../supabase/functions/send-email/message.ts';
import { createNotifications } from '../../supabase/functions/send-email/notifications.ts';
import { startDebianPostgres } from '../support/database/debian-postgres.ts';
import { describeSchema } from '../support/database/describe-schema.ts';
import { insertLead } from '../support/leads/insert-test-lead.ts';
import { createMemoryLog } from '../support/server/log.ts';
import { VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { runSupabase } from '../support/database/supabase-cli.ts';
import { startThrowawayPostgres } from '../support/database/throwaway-postgres.ts';

// These tests have their own PostgreSQL, because the CLI and other tests would change the same roles at the same time.
const postgres = await startThrowawayPostgres();
const url = postgres.connectionString.replace(/postgres$/, 'pushed');
const server = new pg.Client(postgres.connectionString);
const pushed = new pg.Client(url);
// The statements that create the roles of a Supabase's API.
const ROLES = readFileSync(join(import.meta.dirname, '../../server/database/roles.sql'), 'utf8');

await server.connect();
await server.query(ROLES);
await server.query('create database pushed');
await runSupabase('db', 'push', '--db-url', url, '--yes');
await pushed.connect();
afterAll(async () => {
  await Promise.all([pushed.end(), server.end()]);
  await postgres.close();
});

test('without our server, a Supabase stores a lead, has its mail sent, and deletes it when it has expired', async () => {
  await pushed.query('set role anon');
  await insertLead(pushed, VALUATION_LEAD, crypto.randomUUID());
  await pushed.query('reset role; set role mailer');
  const sent: MailMessage[] = [];
  const delivery = createDelivery({
    notifications: createNotifications(pushed),
    sendMail: (mail) => Promise.resolve(void sent.push(mail)),
    addresses: { to: 'leads@example.com', from: 'website@example.com' },
    log: createMemoryLog().log,
  });
  const claim = await delivery.claim('any');
  expect(claim && (await delivery.send(claim))).toBe('sent');
  expect(sent.map(({ to }) => to)).toEqual(['leads@example.com']);
  // Nobody else gets a mail: the confirmation has a link to the seller's page, which needs our server.
  expect(await delivery.claim('any')).toBeUndefined();
  await pushed.query('reset role');
  const { rows } = await pushed.query('select kind, sent_at is not null as sent from private.notifications');
  expect(rows).toEqual([{ kind: 'lead', sent: true }]);
  await pushed.query(`update public.leads set created_at = created_at - interval '400 days'`);
  await pushed.query('select private.delete_expired(365, 30, 30)');
  expect((await pushed.query('select from public.leads')).rowCount).toBe(0);
});

/** What `supabase db advisors` finds, except that a new database has not used any index yet. */
async function advise(): Promise<string[]> {
  const output = await runSupabase('db', 'advisors', '--db-url', url, '--level', 'info', '--fail-on', 'warn');
  return (JSON.parse(output) as { name: string; metadata: { fkey_name?: string } }[])
    .filter(({ name }) => name !== 'unused_index')
    .map(({ name, metadata }) => `${name} ${metadata.fkey_name}`)
    .sort();
}

test('`supabase db advisors` finds nothing', async () => {
  expect(await advise()).toEqual([]);
});

test('when the server starts on it, it accepts the record of `supabase db push`, and adds the desk', async () => {
  await server.query('create database migrated');
  const client = new pg.Client(postgres.connectionString.replace(/postgres$/, 'migrated'));
  await client.connect();
  try {
    expect(await migrate(client)).toEqual(await listMigrations());
    const added = await migrate(pushed);
    expect([...(await migrateLeads(pushed)), ...added]).toEqual(
      (await listMigrations()).slice(-added.length),
    );
    expect(added.length).toBeGreaterThan(0);
    expect(await describeSchema(pushed)).toEqual(await describeSchema(client));
    expect(await migrate(pushed)).toEqual([]);
  } finally {
    await client.end();
  }
});

test('`supabase db advisors` then finds nothing but foreign keys that need no index', async () => {
  // An index helps a delete to find the rows that reference its row. Staff, events and offers are never deleted, and
  // challenges of the sign-in are few.
  expect(await advise()).toEqual([
    'unindexed_foreign_keys cases_given_by_fkey',
    'unindexed_foreign_keys challenges_user_id_fkey',
    'unindexed_foreign_keys events_actor_fkey',
    'unindexed_foreign_keys offer_drafts_saved_by_fkey',
    'unindexed_foreign_keys offers_event_id_fkey',
    'unindexed_foreign_keys offers_replaces_fkey',
    'unindexed_foreign_keys papers_added_by_fkey',
    'unindexed_foreign_keys papers_offer_id_fkey',
    'unindexed_foreign_keys saved_replies_saved_by_fkey',
    'unindexed_foreign_keys settings_offer_terms_saved_by_fkey',
    'unindexed_foreign_keys site_changes_changed_by_fkey',
    'unindexed_foreign_keys site_pictures_added_by_fkey',
    'unindexed_foreign_keys site_publications_published_by_fkey',
    'unindexed_foreign_keys site_versions_made_by_fkey',
    'unindexed_foreign_keys site_work_asked_by_fkey',
    'unindexed_foreign_keys uploads_added_by_fkey',
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
      await migrate(client);
      // A stand-in for the function of pg_cron that private.schedule_sending calls.
      await client.query(`
        create extension plpgsql_check;
        create schema cron;
        create function cron.schedule(name text, schedule text, command text) returns bigint language sql return 1`);
      const schemas = 'public,private,desk,desk_auth';
      const output = await runSupabase(
        ...['db', 'lint', '--db-url', debian.url, '--schema', schemas],
        ...['--level', 'warning', '--fail-on', 'warning'],
      );
      expect(output.trim()).toBe('');
    } finally {
      await client.end();
      await debian.close();
    }
  });
});
