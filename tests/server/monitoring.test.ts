import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createInstallation,
  embeddedDatabaseUrl,
  type Installation,
} from '../support/server/installation.ts';
import { CHAT_ANSWERS, CHAT_LEAD, VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { startMailServer, type MailServer } from '../support/mail/mail-server.ts';
import { postLead } from '../support/leads/post-lead.ts';
import { PUBLISHABLE_KEY } from '../support/server/publishable-key.ts';
import type { RunningServer } from '../support/server/running-server.ts';
import { waitUntil } from '../support/runner/wait-until.ts';

let installation: Installation;
let mailServer: MailServer | undefined;
beforeEach(async () => {
  installation = await createInstallation();
});
afterEach(async () => {
  await installation.close();
  await mailServer?.close();
});

/** A mail server that refuses every mail with a message that repeats personal data, as real ones may. */
async function startRefusingMailServer(): Promise<string> {
  mailServer = await startMailServer({
    onData(stream, _session, done) {
      stream.resume();
      stream.once('end', () =>
        done(new Error(`451 not now, ${VALUATION_LEAD.name} <${VALUATION_LEAD.email}>`)),
      );
    },
  });
  return mailServer.url;
}

async function fetchReadiness({ url }: RunningServer) {
  const response = await fetch(`${url}/readyz`);
  return { code: response.status, body: await response.text() };
}

async function readSample(url: unknown, name: string): Promise<string | undefined> {
  const text = await (await fetch(String(url))).text();
  return new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1];
}

test('the log says at the start at which URLs health checks and metrics are; metrics are off by default', async () => {
  const watched = await installation.start({ METRICS_PORT: '0' });
  const { health, metrics } = await watched.waitForLog('listening');
  expect(health).toMatch(/^http:\/\/localhost:\d+\/readyz$/);
  expect(metrics).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  expect((await fetch(`${watched.url}/metrics`)).status).toBe(404);
  await watched.kill('SIGTERM');

  const unwatched = await installation.start();
  expect(await unwatched.waitForLog('listening')).not.toHaveProperty('metrics');
});

test('a metrics port that is in use is reported in one sentence', async () => {
  const { port } = new URL((await installation.start()).url);
  await expect(
    installation.start({ DATABASE_URL: await embeddedDatabaseUrl(installation.dataDir), METRICS_PORT: port }),
  ).rejects.toThrow(`METRICS_PORT ${port} cannot be used`);
});

test('a lead and its mail are counted', async () => {
  const server = await installation.start({ METRICS_PORT: '0' });
  const { metrics } = await server.waitForLog('listening');
  await postLead(server.url, CHAT_LEAD, crypto.randomUUID());
  await waitUntil('the mail is counted', async () => (await readSample(metrics, 'mails_sent_total')) === '1');
  await waitUntil(
    'no mail is counted as pending',
    async () => (await readSample(metrics, 'notifications_pending')) === '0',
  );
  expect(await readSample(metrics, 'leads_stored_total{source="chat_widget"}'.replace(/[{}]/g, '\\$&'))).toBe(
    '1',
  );
  expect(Number(await readSample(metrics, 'process_resident_memory_bytes'))).toBeGreaterThan(0);
});

test('health checks respond while storing leads is blocked', async () => {
  const server = await installation.start();
  await waitUntil('the server is ready', async () => (await fetchReadiness(server)).code === 200);
  const client = new pg.Client(await embeddedDatabaseUrl(installation.dataDir));
  await client.connect();
  // While this lock is held, leads can be read but not stored.
  await client.query('begin; lock table public.leads in exclusive mode');
  const held = new Set<Promise<unknown>>();
  function hold(): void {
    const response: Promise<unknown> = postLead(server.url, CHAT_LEAD, crypto.randomUUID())
      .catch(() => undefined)
      .finally(() => held.delete(response));
    held.add(response);
  }
  await waitUntil('a lead waits for the lock', async () => {
    // Replaces the requests that have got a 503 response by now.
    while (held.size < 20) hold();
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock'`,
    );
    return Number(rows[0]?.waiting) > 0;
  });
  // A reading of the database may take longer than the server allows, if the machine is busy; then it is repeated.
  await waitUntil('the server is ready', async () => (await fetchReadiness(server)).code === 200);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await client.query('rollback');
  await client.end();
  await Promise.all(held);
});

test('no personal data from a form is in the server’s or the database’s log, whatever fails', async () => {
  const server = await installation.start({ SMTP_URL: await startRefusingMailServer(), METRICS_PORT: '0' });
  const { metrics } = await server.waitForLog('listening');
  const post = (path: string, body: BodyInit, headers: Record<string, string>) =>
    fetch(server.url + path, { method: 'POST', body, headers, redirect: 'manual' });
  const asApi = { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' };

  // Sends leads that are stored, repeated, refused by the database, the API or the form, and one in truncated JSON.
  const submissionId = crypto.randomUUID();
  for (let count = 0; count < 2; count += 1) await postLead(server.url, VALUATION_LEAD, submissionId);
  await postLead(server.url, { ...VALUATION_LEAD, postcode: 'E' }, crypto.randomUUID());
  await postLead(server.url, { ...CHAT_LEAD, phone: `${CHAT_LEAD.phone}\u0007` }, crypto.randomUUID());
  await post('/rest/v1/leads', JSON.stringify({ ...CHAT_LEAD, [VALUATION_LEAD.email]: 'x' }), asApi);
  await post('/rest/v1/leads', JSON.stringify(CHAT_LEAD).slice(0, -1), asApi);
  await post('/rest/v1/leads?select=Iain', JSON.stringify(CHAT_LEAD), asApi);
  await post('/', new URLSearchParams({ source: 'chat_widget', ...CHAT_ANSWERS }), {});
  await post('/', new URLSearchParams({ source: 'chat_widget', ...CHAT_ANSWERS, phone: '1' }), {});
  const { source, name, phone, message } = CHAT_LEAD;
  await post(
    '/functions/v1/send-email',
    JSON.stringify({ source, name, phone, message, email: 'not-provided@chat.local' }),
    asApi,
  );
  await post('/functions/v1/send-email', JSON.stringify(VALUATION_LEAD), {
    ...asApi,
    'x-submission-id': submissionId,
  });
  await fetch(`${server.url}/?name=${encodeURIComponent(VALUATION_LEAD.name)}`);
  await waitUntil(
    'two delivery attempts have failed',
    async () => Number(await readSample(metrics, 'mails_failed_total')) >= 2,
  );

  // Kills the database, so that the next leads cannot be stored.
  const [row] = await installation.query(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`,
  );
  process.kill(Number(row?.pid), 'SIGKILL');
  await postLead(server.url, CHAT_LEAD, crypto.randomUUID());
  await post('/', new URLSearchParams({ source: 'chat_widget', ...CHAT_ANSWERS, name: 'Iain again' }), {});
  await waitUntil(
    'the server stores leads again',
    async () => (await postLead(server.url, CHAT_LEAD, crypto.randomUUID())).status === 201,
  );
  await server.kill('SIGTERM');

  const logs = {
    server: JSON.stringify(server.log),
    database: readFileSync(join(installation.dataDir, 'postgres/server.log'), 'utf8'),
  };
  expect(logs.server).toContain('lead refused');
  expect(logs.server).toContain('form not accepted');
  expect(logs.server).toContain('notification not sent');
  const answers = [...Object.values(VALUATION_LEAD), ...Object.values(CHAT_LEAD)].filter(
    (answer) => !['valuation_form', 'chat_widget'].includes(answer),
  );
  // Searches also for the words of a name or a property address, and for a phone number without its spaces, but not for
  // the words of the message or for short numbers, which are not personal.
  const words = answers
    .filter((answer) => answer !== CHAT_LEAD.message)
    .flatMap((answer) => [...answer.split(/[\s,()]+/), answer.replaceAll(/\D/g, '')])
    .filter((word) => (/[a-z]/i.test(word) ? word.length > 3 : word.length > 6));
  const leaked = Object.entries(logs).flatMap(([log, text]) =>
    [...answers, ...words].filter((said) => text.includes(said)).map((said) => `${log}: ${said}`),
  );
  expect(leaked).toEqual([]);
});
