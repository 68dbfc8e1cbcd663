import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHAT_LEAD } from '../support/leads/sample-leads.ts';
import { postLead } from '../support/leads/post-lead.ts';
import { addSeller, callSellersPage } from '../support/seller/seller-calls.ts';
import { startServer, type RunningServer } from '../support/server/running-server.ts';
import { startThrowawayPostgres } from '../support/database/throwaway-postgres.ts';

/** The configuration of an operator who sets only TRUST_PROXY: an empty variable has its default. */
const DEFAULTS = {
  LEADS_PER_ADDRESS: '',
  CALLS_PER_ADDRESS: '',
  LEADS_PER_MINUTE: '',
  TRUST_PROXY: '127.0.0.1',
};

const postgres = await startThrowawayPostgres();
const servers = await Promise.all(
  ['first', 'second'].map((name) =>
    startServer({
      ...DEFAULTS,
      DATA_DIR: join(postgres.folder, name),
      DATABASE_URL: postgres.connectionString,
    }),
  ),
);
const admin = new pg.Client(postgres.connectionString);
await admin.connect();
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill('SIGTERM')));
  await admin.end();
  await postgres.close();
});
// Each test uses its own IP addresses, so that earlier tests do not affect its counts.
beforeEach(() => admin.query('delete from public.leads'));

const urlOf = (index: number) => servers[index % servers.length]?.url ?? '';

const send = (index: number, ipAddress: string, lead = CHAT_LEAD) =>
  postLead(urlOf(index), lead, crypto.randomUUID(), ipAddress);

async function countLeads(): Promise<unknown> {
  const { rows } = await admin.query<{ count: number }>('select count(*)::int from public.leads');
  return rows[0]?.count;
}

test('two servers share the limit of an IP address: three leads, then 429 with Retry-After', async () => {
  const responses = [];
  for (let index = 0; index < 5; index += 1) responses.push(await send(index, '198.51.100.1'));
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 429, 429]);
  const [, , , refused] = responses;
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(10);
  expect(await refused?.json()).toMatchObject({ code: 'PT429', details: null, hint: null });
  expect((await send(0, '198.51.100.2')).status).toBe(201);
  expect(await countLeads()).toBe(4);
  expect(JSON.stringify(servers.map(({ log }) => log))).not.toContain('198.51.100');
});

describe('the seller’s page, whose calls are limited', () => {
  /** A tenth of the default, because a provider's network may make a hundred times as many. */
  const PER_ADDRESS = 6;
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({
      ...DEFAULTS,
      PAGE_CALLS_PER_MINUTE: String(PER_ADDRESS),
      DATA_DIR: join(postgres.folder, 'page'),
      DATABASE_URL: postgres.connectionString,
    });
  });
  afterAll(() => server.kill('SIGTERM'));
  beforeEach(() => admin.query('delete from private.address_counts'));

  const callFrom = (ip: string, name: string, given: Record<string, unknown>) =>
    callSellersPage(server.url, name, given, { 'x-forwarded-for': ip });
  const guessFrom = (ip: string) => callFrom(ip, 'enquiry', { key: randomBytes(32).toString('base64url') });

  test.each<[string, factor: number, addressOf: (call: number) => string]>([
    ['its address', 1, () => '198.51.100.20'],
    ['its /64', 1, (call) => `2001:db8:20:1:${call}::1`],
    ['its /48', 10, (call) => `2001:db8:21:${call}::1`],
    ['its provider’s /32', 100, (call) => `2001:dba:${call}::1`],
  ])('serves a right key after many wrong ones from %s', async (_what, factor, addressOf) => {
    const { key } = await addSeller(server.url);
    const statuses = new Map<number, number>();
    for (let call = 0; call < PER_ADDRESS * factor + 50; call += 50) {
      const guesses = Array.from({ length: 50 }, (_, index) => guessFrom(addressOf(call + index)));
      for (const { status } of await Promise.all(guesses))
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses.keys()].sort()).toEqual([404, 429]);
    expect(statuses.get(404)).toBe(PER_ADDRESS * factor);
    const refused = await guessFrom(addressOf(0));
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);

    expect((await callFrom(addressOf(0), 'enquiry', { key })).status).toBe(200);
    const written = await callFrom(addressOf(1), 'write', {
      key,
      request_id: randomUUID(),
      body: 'Please ring after six.',
    });
    expect(await written.json()).toMatchObject({ conversation: [{ body: 'Please ring after six.' }] });
  });

  test('refuses a right key above its own limit from every address, and says when to come back', async () => {
    const { key } = await addSeller(server.url);
    for (let call = 0; call < 5 * PER_ADDRESS; call += 1) {
      expect((await callFrom(`198.51.100.${call}`, 'enquiry', { key })).status).toBe(200);
    }
    const refused = await callFrom('198.51.100.99', 'enquiry', { key });
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(await refused.json()).toMatchObject({ detail: wait });
  });
});

test('the limits are set by variables when a server starts', async () => {
  const { rows: defaults } = await admin.query('select per_minute, per_day from private.lead_limits');
  expect(defaults).toEqual([{ per_minute: 300, per_day: 20_000 }]);
  const server = await startServer({
    DATA_DIR: join(postgres.folder, 'third'),
    DATABASE_URL: postgres.connectionString,
    LEADS_PER_MINUTE: '120',
    LEADS_PER_DAY: '9000',
    LEADS_PER_ADDRESS: '7/2m',
  });
  await server.kill('SIGTERM');
  const { rows: limits } = await admin.query('delete from private.address_limits returning seconds, leads');
  expect(limits).toEqual([{ seconds: 120, leads: 7 }]);
  const { rows } = await admin.query(
    'update private.lead_limits set per_minute = 300, per_day = 20000 returning old.per_minute, old.per_day',
  );
  expect(rows).toEqual([{ per_minute: 120, per_day: 9_000 }]);
});
