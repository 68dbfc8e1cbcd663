import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Lead } from '#lead/lead.ts';
import { toNotificationBody } from '#lead/notification.ts';
import { createTestDatabase } from '../support/database/test-database.ts';
import { spawnDeno, startDenoFunction } from '../support/supabase/deno-function.ts';
import { insertLead } from '../support/leads/insert-test-lead.ts';
import { CHAT_LEAD, VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { startMailServer } from '../support/mail/mail-server.ts';
import { TEST_LIMIT_MS } from '../support/runner/time-limits.ts';
import { waitUntil } from '../support/runner/wait-until.ts';

const ROOT = join(import.meta.dirname, '../..');
const SITE_URL = 'https://site.example';

const [database, mailServer] = await Promise.all([createTestDatabase(), startMailServer()]);
const send = await startDenoFunction({
  SUPABASE_DB_URL: database.url,
  SMTP_URL: mailServer.url,
  SITE_URL: `${SITE_URL}/`,
  DESK_URL: 'https://desk.firm.example/',
});
beforeEach(async () => {
  await database.admin.query('delete from public.leads');
  mailServer.mails.length = 0;
});
afterAll(async () => {
  await send.close();
  await mailServer.close();
  await database.drop();
});

const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${send.url}/send-email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

async function countPending(kind = 'lead'): Promise<number> {
  const { rows } = await database.admin.query(
    'select from private.notifications where kind = $1 and sent_at is null',
    [kind],
  );
  return rows.length;
}

async function readSecret(name: string): Promise<string> {
  const { rows } = await database.admin.query<{ value: string }>(
    'select value from private.secrets where name = $1',
    [name],
  );
  return rows[0]?.value ?? '';
}

test('all tests of the function pass under Deno', async () => {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const outputFile = join(ROOT, '.reports/vitest-on-deno.json');
  const deno = spawnDeno(
    [
      ...['run', '-A', vitest, 'run', '--root', '.', '--reporter', 'json', '--outputFile', outputFile],
      // The limit of the root's vitest.config.ts, which Vitest does not read in supabase/functions.
      ...['--testTimeout', String(TEST_LIMIT_MS)],
    ],
    {},
    join(ROOT, 'supabase/functions'),
  );
  const [errors] = await Promise.all([text(deno.stderr), once(deno, 'exit')]);
  const report = readFileSync(outputFile, 'utf8');
  rmSync(outputFile);
  expect(JSON.parse(report), errors).toMatchObject({ success: true, numFailedTests: 0, numPendingTests: 0 });
  expect(report.match(/"status":"passed"/g)?.length).toBeGreaterThan(290);
  expect(report).toContain('under Deno');
});

describe('a call from the site', () => {
  test.each<[string, Lead]>([
    ['a valuation', VALUATION_LEAD],
    ['a chat message', CHAT_LEAD],
  ])('sends one mail about %s, even if the call is made five times', async (_what, lead) => {
    await insertLead(database.admin, lead);
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(toNotificationBody(lead))));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    const [mail] = await mailServer.waitForMails(1);
    expect(mail?.text).toContain(lead.phone);
    const { rows } = await database.admin.query<{ id: string }>('select id from public.leads');
    expect(mail?.text).toContain(`Open it in the desk: https://desk.firm.example/#/lead/${rows[0]?.id}`);
    expect(mail?.html).toContain(`href="https://desk.firm.example/#/lead/${rows[0]?.id}"`);
    await waitUntil('the mail is recorded as sent', async () => (await countPending()) === 0);
    expect(mailServer.mails).toHaveLength(1);
  });

  test('is allowed from the site’s pages only, with the headers that supabase-js sends', async () => {
    const preflight = await fetch(`${send.url}/send-email`, {
      method: 'OPTIONS',
      headers: {
        origin: SITE_URL,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey,authorization,content-type,x-client-info,x-submission-id',
      },
    });
    expect(preflight.status).toBe(204);
    const foreign = await fetch(`${send.url}/send-email`, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
    });
    expect(foreign.headers.get('access-control-allow-origin')).not.toBe('https://elsewhere.example');
    expect(preflight.headers.get('access-control-allow-origin')).toBe(SITE_URL);
    const allowed = preflight.headers.get('access-control-allow-headers')?.split(',').sort();
    expect(allowed).toEqual(['apikey', 'authorization', 'content-type', 'x-client-info', 'x-submission-id']);
  });
});

test('a mail says by when a reply is promised, if our server has stored the firm’s hours in the same database', async () => {
  await database.admin.query(`delete from desk.opening_hours;
    insert into desk.opening_hours select weekday, '00:00', '23:59' from generate_series(1, 7) as weekday`);
  await insertLead(database.admin, VALUATION_LEAD);
  await post(toNotificationBody(VALUATION_LEAD));
  const [mail] = await mailServer.waitForMails(1);
  expect(mail?.text).toMatch(/^Reply promised by: \w+, \d+ \w+ \d{4} at \d\d:\d\d$/m);

  await database.admin.query('alter schema desk rename to not_there');
  mailServer.mails.length = 0;
  await insertLead(database.admin, CHAT_LEAD);
  await post(toNotificationBody(CHAT_LEAD));
  const [unpromised] = await mailServer.waitForMails(1);
  await database.admin.query('alter schema not_there rename to desk');
  expect(unpromised?.text).toContain(CHAT_LEAD.phone);
  expect(unpromised?.text).not.toContain('promised');
});

describe('the cron job’s call', () => {
  test('sends all mails that are due, and no others', async () => {
    for (const name of ['One', 'Two', 'Later']) await insertLead(database.admin, { ...CHAT_LEAD, name });
    await database.admin
      .query(`update private.notifications set next_attempt_at = now() + interval '9 minutes'
      from public.leads where leads.id = lead_id and name = 'Later'`);
    const { status } = await post({}, { 'x-drain-secret': await readSecret('drain') });
    expect(status).toBe(202);
    await waitUntil('two mails are sent', async () => (await countPending()) === 1);
    expect(mailServer.mails.map(({ subject }) => subject).sort()).toEqual([
      expect.stringMatching(/^Chat message: One, /),
      expect.stringMatching(/^Chat message: Two, /),
    ]);
  });

  test('leaves the mails to the seller to our server', async () => {
    await insertLead(database.admin, VALUATION_LEAD);
    await database.admin.query('update private.notifications set sent_at = now()');
    expect(await countPending('received')).toBe(1);
    await insertLead(database.admin, CHAT_LEAD);
    await post({}, { 'x-drain-secret': await readSecret('drain') });
    await waitUntil('the mail to the firm is sent', async () => (await countPending()) === 0);
    const { rows } = await database.admin.query<{ kind: string }>(
      'select kind from private.delivery_attempts',
    );
    expect(rows).toEqual([{ kind: 'lead' }]);
  });
});

test('the function keeps running when the database closes its connection', async () => {
  await insertLead(database.admin, CHAT_LEAD);
  await post({}, { 'x-drain-secret': await readSecret('drain') });
  await waitUntil('the first mail is sent', async () => (await countPending()) === 0);
  await database.admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  await insertLead(database.admin, VALUATION_LEAD);
  await waitUntil('the next mail is sent', async () => {
    await post(toNotificationBody(VALUATION_LEAD));
    return (await countPending()) === 0;
  });
});
