import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALLOWED_EMBEDDED } from '../../support/allowed-privileges.ts';
import { embeddedDatabaseUrl } from '../../support/installation.ts';
import { listPrivileges } from '../../support/privileges.ts';
import { exchange, findFault } from './exchange.ts';
import { runGenerated } from './run-generated.ts';
import { runSlowWriters } from './slow-writers.ts';
import { startTarget, type Target } from './target.ts';
import { TRICKS } from './tricks.ts';

const SEED = Date.now() % 2 ** 31;
const MEMORY_LIMIT_MB = 50;
/** Above this server's limits, which "npm run test:hostile" measures, and below Node's own of 60 s and more. */
const OWN_LIMITS_MS = 40_000;

let target: Target;
beforeAll(async () => {
  target = await startTarget();
});
afterAll(() => target.close());

test.concurrent.each(TRICKS)('$name', { timeout: 60_000 }, async ({ write, statuses }) => {
  expect(findFault(await exchange(target.url, write, OWN_LIMITS_MS), statuses)).toBeUndefined();
});

test('300 slow heads and 300 slow bodies stop nobody else from sending a lead, and are closed', async () => {
  const { statuses, lastClosedMs } = await runSlowWriters(target.url, 300);
  expect(new Set(statuses)).toEqual(new Set([201]));
  expect(lastClosedMs).toBeLessThan(OWN_LIMITS_MS);
});

test(`1,000 generated requests break nothing, store nothing invalid and leave nothing behind (seed ${SEED})`, async () => {
  const before = await target.probe();
  const seen = await runGenerated(target.url, 1_000, SEED);
  // Some requests are accepted and some refused.
  expect([...seen.keys()]).toEqual(expect.arrayContaining([201, 400, 404]));
  const after = await target.probe();
  expect(after.prototypes).toBe(before.prototypes);
  expect(after.usedMb - before.usedMb).toBeLessThan(MEMORY_LIMIT_MB);
  expect(await target.findInvalidRows()).toEqual([]);
  expect(target.findErrors()).toEqual([]);
});

test('each role still has the privileges that it had before', async () => {
  const client = new pg.Client(await embeddedDatabaseUrl(target.dataDir));
  await client.connect();
  expect(await listPrivileges(client)).toEqual(ALLOWED_EMBEDDED);
  await client.end();
});
