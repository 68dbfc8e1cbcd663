import { beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../support/database/test-database.ts';
import { insertLead } from '../support/leads/insert-test-lead.ts';
import { CHAT_LEAD } from '../support/leads/sample-leads.ts';

/** Stand-ins for pg_cron and pg_net, which only a Supabase has. They record their calls. */
const STAND_INS = `
  create schema cron;
  create table cron.job (jobname text primary key, schedule text, command text);
  create table cron.job_run_details (end_time timestamptz);
  create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as $$
    insert into cron.job values ($1, $2, $3)
    on conflict (jobname) do update set schedule = $2, command = $3;
    select 1::bigint
  $$;
  create schema net;
  create table net.calls (url text, body jsonb, params jsonb, headers jsonb, timeout_milliseconds int);
  create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}',
    headers jsonb default '{"Content-Type": "application/json"}', timeout_milliseconds int default 5000)
  returns bigint language sql as $$
    insert into net.calls values ($1, $2, $3, $4, $5);
    select 1::bigint
  $$`;

const FUNCTION_URL = "https://project.supabase.co/functions/v1/send-email?it's";

const database = await createTestDatabase();
beforeEach(async () => {
  await database.admin.query('delete from public.leads');
});

async function runJobs(): Promise<unknown[]> {
  const { rows: jobs } = await database.admin.query<{ command: string }>('select command from cron.job');
  for (const { command } of jobs) await database.admin.query(command);
  const { rows: calls } = await database.admin.query<object>('delete from net.calls returning *');
  return calls;
}

test('without pg_cron, schedule_sending fails with a message', async () => {
  await expect(database.admin.query('select private.schedule_sending($1)', [FUNCTION_URL])).rejects.toThrow(
    /pg_cron/,
  );
});

test('the cron job calls the function send-email, with the secret, when a mail is due, and only then', async () => {
  await database.admin.query(STAND_INS);
  for (const url of ['https://old.example', FUNCTION_URL]) {
    await database.admin.query('select private.schedule_sending($1)', [url]);
  }
  expect(await runJobs()).toEqual([]);

  await insertLead(database.admin, CHAT_LEAD);
  const { rows } = await database.admin.query<{ value: string }>(
    `select value from private.secrets where name = 'drain'`,
  );
  expect(rows[0]?.value).toMatch(/^[0-9a-f]{64}$/);
  expect(await runJobs()).toEqual([
    {
      url: FUNCTION_URL,
      body: {},
      params: {},
      headers: { 'content-type': 'application/json', 'x-drain-secret': rows[0]?.value },
      timeout_milliseconds: 10_000,
    },
  ]);

  await database.admin.query('update private.notifications set sent_at = now()');
  expect(await runJobs()).toEqual([]);
});

test('pg_cron’s records of runs are deleted after a week', async () => {
  await database.admin.query(
    `insert into cron.job_run_details select now() - make_interval(days => n) from unnest(array[1, 6, 8, 400]) n`,
  );
  await runJobs();
  const { rows } = await database.admin.query('select from cron.job_run_details');
  expect(rows).toHaveLength(2);
});
