import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exchange } from './exchange.ts';
import { findFault, runGenerated } from './run-generated.ts';
import { runSlowWriters } from './slow-writers.ts';
import { startTarget, type Target } from './target.ts';
import { TRICKS } from './tricks.ts';
import { ALLOWED_EMBEDDED } from '../../support/allowed-privileges.ts';
import { embeddedDatabaseUrl } from '../../support/product.ts';
import { listPrivileges } from '../../support/privileges.ts';

const SEED = Date.now() % 2 ** 31;
const MEMORY_LIMIT_MB = 50;
/** Far above this server's limits, which the long form measures, and below Node's own: 60 s and more. */
const OWN_LIMITS_MS = 40_000;

let target: Target;
beforeAll(async () => {
  target = await startTarget();
});
afterAll(() => target.close());

test.concurrent.each(TRICKS)('$name', { timeout: 60_000 }, async ({ write, statuses }) => {
  const outcome = await exchange(target.url, write, { limitMs: OWN_LIMITS_MS });
  expect(findFault(outcome)).toBeUndefined();
  for (const status of outcome.statuses) expect(statuses).toContain(status);
});

test('300 slow heads and 300 slow bodies keep nobody else from sending a lead, and are ended', async () => {
  const { statuses, lastEndedMs } = await runSlowWriters(target.url, 300);
  expect(new Set(statuses)).toEqual(new Set([201]));
  expect(lastEndedMs).toBeLessThan(OWN_LIMITS_MS);
});

test(`1,000 generated requests break nothing, store nothing invalid and leave nothing behind (seed ${SEED})`, async () => {
  const before = await target.probe();
  const seen = await runGenerated(target.url, 1_000, SEED);
  // Neither is everything refused, nor everything taken.
  expect([...seen.keys()]).toEqual(expect.arrayContaining([201, 400, 404]));
  const after = await target.probe();
  expect(after.prototypes).toBe(before.prototypes);
  expect(after.usedMb - before.usedMb).toBeLessThan(MEMORY_LIMIT_MB);
  expect(await target.findInvalidRows()).toEqual([]);
});

test('after all this each role may do what it might before', async () => {
  const client = new pg.Client(await embeddedDatabaseUrl(target.dataDir));
  await client.connect();
  expect(await listPrivileges(client)).toEqual(ALLOWED_EMBEDDED);
  await client.end();
});
