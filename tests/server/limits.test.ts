import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { CHAT_LEAD } from '../support/leads/sample-leads.ts';
import { postLead } from '../support/leads/post-lead.ts';
import { addSeller, callSellersPage } from '../support/seller/seller-calls.ts';
import { startServer } from '../support/server/running-server.ts';
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

test('a right key to a seller’s page is refused above its own limit from every address, until a minute is over', async () => {
  const server = await startServer({
    ...DEFAULTS,
    PAGE_CALLS_PER_MINUTE: '6',
    DATA_DIR: join(postgres.folder, 'page'),
    DATABASE_URL: postgres.connectionString,
  });
  const { key } = await addSeller(server.url);
  const callFrom = (ip: string) => callSellersPage(server.url, 'enquiry', { key }, { 'x-forwarded-for': ip });
  for (let call = 0; call < 5 * 6; call += 1) expect((await callFrom(`198.51.100.${call}`)).status).toBe(200);
  const refused = await callFrom('198.51.100.99');
  expect(refused.status).toBe(429);
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect(await refused.json()).toMatchObject({ detail: wait });
  await server.kill('SIGTERM');
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
