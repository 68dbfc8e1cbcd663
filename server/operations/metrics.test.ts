import { describe, expect, test } from 'vitest';
import { createRecordingStore, createTestApp } from '../../tests/support/server/test-app.ts';
import { CHAT_ANSWERS, CHAT_LEAD, VALUATION_LEAD } from '../../tests/support/leads/sample-leads.ts';
import { PUBLISHABLE_KEY } from '../../tests/support/server/publishable-key.ts';
import type { Queue } from './health.ts';
import type { InsertOutcome } from '../leads/lead-store.ts';
import { createMetricsApp } from './metrics-server.ts';
import { createMetrics } from './metrics.ts';

const HEADERS = { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' };

/** The app with metrics, and a function that reads them as Prometheus does. */
function setUp(outcome?: InsertOutcome | Error) {
  const metrics = createMetrics();
  const { app } = createTestApp({ metrics, leads: metrics.countLeads(createRecordingStore(outcome)) });
  const read = async () => (await createMetricsApp(metrics.registry).request('/metrics')).text();
  return {
    metrics,
    read,
    readSamples: async (name: string) =>
      (await read())
        .split('\n')
        .filter((line) => new RegExp(`^${name}[{ ]`).test(line))
        .map((line) => line.slice(name.length).trim()),
    request: (method: string, path: string) => app.request(path, { method }),
    postLead: (lead: object, headers: Record<string, string> = HEADERS) =>
      app.request('/rest/v1/leads', { method: 'POST', headers, body: JSON.stringify(lead) }),
    postForm: (answers: Record<string, string>) =>
      app.request('/', { method: 'POST', body: new URLSearchParams(answers) }),
  };
}

test('stored leads are counted by form, with and without JavaScript, and refused ones are not', async () => {
  const { postLead, postForm, readSamples } = setUp();
  await postLead(VALUATION_LEAD);
  await postLead(CHAT_LEAD);
  await postForm({ source: 'chat_widget', ...CHAT_ANSWERS });
  await postLead(CHAT_LEAD, {});
  await postForm({ source: 'chat_widget' });
  expect(await readSamples('leads_stored_total')).toEqual([
    '{source="valuation_form"} 1',
    '{source="chat_widget"} 2',
  ]);
});

test('suspect leads are stored and counted', async () => {
  const { postLead, readSamples } = setUp();
  await postLead(CHAT_LEAD, { ...HEADERS, 'x-suspect-reasons': 'trap_filled' });
  await postLead(CHAT_LEAD);
  expect(await readSamples('leads_suspect_total')).toEqual(['1']);
  expect(await readSamples('leads_stored_total')).toContain('{source="chat_widget"} 2');
});

test('a replay, a lead that was stored before, is not counted as a second lead', async () => {
  const { postLead, readSamples } = setUp({ ok: false, sqlState: '23505', constraint: 'x', replay: true });
  await postLead(CHAT_LEAD);
  expect(await readSamples('leads_stored_total')).toEqual([
    '{source="valuation_form"} 0',
    '{source="chat_widget"} 0',
  ]);
});

describe('refusals are counted by route, status and reason', () => {
  type Tested = ReturnType<typeof setUp>;
  const json = { 'content-type': 'application/json' };
  test.each<[reason: string, status: number, route: string, send: (app: Tested) => unknown]>([
    ['PGRST301', 401, '/rest/v1/leads', ({ postLead }) => postLead(CHAT_LEAD, json)],
    ['PGRST204', 400, '/rest/v1/leads', ({ postLead }) => postLead({ ...CHAT_LEAD, id: 'x' })],
    ['validation', 422, '/*', ({ postForm }) => postForm({ source: 'chat_widget' })],
    ['', 400, '/*', ({ postForm }) => postForm({ source: 'other' })],
  ])('reason "%s", status %i, route %s', async (reason, status, route, send) => {
    const app = setUp();
    await send(app);
    expect(await app.readSamples('http_requests_refused_total')).toEqual([
      `{route="${route}",status="${status}",reason="${reason}"} 1`,
    ]);
  });

  test('503 while the database is down', async () => {
    const { postLead, postForm, readSamples } = setUp(new Error('ECONNREFUSED'));
    await postLead(CHAT_LEAD);
    await postForm({ source: 'chat_widget', ...CHAT_ANSWERS });
    expect(await readSamples('http_requests_refused_total')).toEqual([
      '{route="/rest/v1/leads",status="503",reason="unavailable"} 1',
      '{route="/*",status="503",reason="unavailable"} 1',
    ]);
  });

  test('404 is not counted', async () => {
    const { request, readSamples } = setUp();
    await request('GET', '/sell-my-castle');
    expect(await readSamples('http_requests_refused_total')).toEqual([]);
  });
});

test('requests are timed by route pattern: made-up URLs add no time series', async () => {
  const { request, postLead, readSamples } = setUp();
  for (let count = 0; count < 50; count += 1) await request('GET', `/made-up-${count}`);
  await request('GET', '/healthz');
  await postLead(CHAT_LEAD);
  expect(await readSamples('http_request_duration_seconds_count')).toEqual([
    '{method="GET",route="/*",status="404"} 50',
    '{method="GET",route="/healthz",status="200"} 1',
    '{method="POST",route="/rest/v1/leads",status="201"} 1',
  ]);
});

test('the queue is read when Prometheus asks, and is absent while the database is unreachable', async () => {
  const { metrics, readSamples } = setUp();
  let queue: Queue | undefined = {
    pending: 2,
    oldestPendingSeconds: 961.5,
    possiblyRepeated: 1,
    pushesPending: 4,
    pushesFailed: 5,
    sellersPending: 3,
    oldestSellersSeconds: 12.5,
  };
  metrics.addQueueAndProcessMetrics(
    () => Promise.resolve(queue),
    () => Promise.resolve(queue && { papersBytes: 7, freeBytes: 9, state: 'ok' as const }),
  );
  expect(await readSamples('papers_bytes')).toEqual(['7']);
  expect(await readSamples('disk_free_bytes')).toEqual(['9']);
  expect(await readSamples('notifications_pending')).toEqual(['2']);
  expect(await readSamples('notifications_oldest_pending_seconds')).toEqual(['961.5']);
  expect(await readSamples('notifications_possibly_repeated')).toEqual(['1']);
  expect(await readSamples('seller_mails_pending')).toEqual(['3']);
  expect(await readSamples('pushes_pending')).toEqual(['4']);
  expect(await readSamples('pushes_failed')).toEqual(['5']);
  expect(await readSamples('seller_mails_oldest_pending_seconds')).toEqual(['12.5']);
  queue = undefined;
  expect(await readSamples('papers_bytes')).toEqual([]);
  expect(await readSamples('notifications_pending')).toEqual([]);
  expect(await readSamples('notifications_oldest_pending_seconds')).toEqual([]);
  expect(await readSamples('process_start_time_seconds')).toHaveLength(1);
});

test('the metrics contain nothing that a visitor wrote', async () => {
  const { postLead, postForm, request, read } = setUp();
  await postLead({ ...VALUATION_LEAD, 'Mairi-as-a-key': 'x' });
  await postLead(VALUATION_LEAD);
  await postForm({ source: 'mairi.ohara@example.com', ...CHAT_ANSWERS });
  await request('GET', '/mairi.ohara@example.com');
  expect(await read()).not.toMatch(/mairi|496\D0|Junction|Iain|buyer/i);
});

test('the metrics port has /metrics and nothing else', async () => {
  const app = createMetricsApp(createMetrics().registry);
  const response = await app.request('/metrics');
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  for (const path of ['/', '/healthz', '/metrics/', '/rest/v1/leads']) {
    expect((await app.request(path)).status).toBe(404);
  }
  expect((await app.request('/metrics', { method: 'POST' })).status).toBe(404);
});

test('whether the mailbox is read is a metric, if there is one', async () => {
  const { metrics, read, readSamples } = setUp();
  expect(await read()).not.toContain('inbox_is_read');
  let isRead = true;
  metrics.watchMailbox(() => isRead);
  expect(await readSamples('inbox_is_read')).toEqual(['1']);
  isRead = false;
  expect(await readSamples('inbox_is_read')).toEqual(['0']);
});

test('mails of the mailbox are counted by what became of them', async () => {
  const { metrics, readSamples } = setUp();
  for (const outcome of ['message', 'left_robot', 'message']) metrics.countInbox(outcome);
  expect(await readSamples('inbox_mails_total')).toEqual([
    '{outcome="message"} 2',
    '{outcome="left_robot"} 1',
  ]);
});
