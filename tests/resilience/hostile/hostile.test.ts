/**
 * Sends hostile input to the real server: a table of known tricks, slow writers, and generated requests. `npm test`
 * sends 1,000 of these. `npm run test:hostile` sends 30,000; it runs alone, so it can also check the server's time
 * limits. `SEED=5` generates other requests; `REQUESTS=60000` sends that many.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALLOWED_EMBEDDED } from '../../support/allowed-privileges.ts';
import { embeddedDatabaseUrl } from '../../support/installation.ts';
import { listPrivileges } from '../../support/privileges.ts';
import { exchange, findFault } from './exchange.ts';
import { runGenerated } from './generator.ts';
import { runSlowWriters } from './slow-writers.ts';
import { startTarget, type Target } from './target.ts';
import { TRICKS } from './tricks.ts';

const isFull = process.env.HOSTILE === 'full';
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const requests = Number(process.env.REQUESTS ?? (isFull ? 30_000 : 1_000));
/** On a busy machine: longer than this server's limits, and shorter than Node's own, which are 60 s and more. */
const BUSY_LIMIT_MS = 40_000;
const MEMORY_LIMIT_MB = 50;

let target: Target;
beforeAll(async () => {
  target = await startTarget();
});
afterAll(() => target.close());

test.concurrent.each(TRICKS)('%s', { timeout: 60_000 }, async (_name, write, statuses, limitMs = 5_000) => {
  const answer = await exchange(target.url, write, isFull ? limitMs : BUSY_LIMIT_MS);
  expect(findFault(answer, statuses)).toBeUndefined();
});

test('300 slow heads and 300 slow bodies stop nobody else from sending a lead, and are closed', async () => {
  const { statuses, p99Ms, lastClosedMs } = await runSlowWriters(target.url, 300);
  expect(new Set(statuses)).toEqual(new Set([201]));
  expect(p99Ms).toBeLessThanOrEqual(isFull ? 250 : BUSY_LIMIT_MS);
  expect(lastClosedMs).toBeLessThanOrEqual(isFull ? 12_000 : BUSY_LIMIT_MS);
  if (isFull)
    console.log(`p99 of the leads ${p99Ms} ms, the last connection closed after ${lastClosedMs} ms`);
});

test(`${requests} generated requests break nothing, store nothing invalid and leave nothing behind (seed ${seed})`, async () => {
  // Modules, buffers and pools that are allocated at the first use do not grow again.
  await runGenerated(target.url, 1_000, seed + 1);
  const before = await target.probe();
  const seen = await runGenerated(target.url, requests, seed);
  // Some requests are accepted and some refused.
  expect([...seen.keys()]).toEqual(expect.arrayContaining([201, 400, 404]));
  if (isFull) {
    await Promise.all(TRICKS.map(([, write]) => exchange(target.url, write)));
    await runSlowWriters(target.url, 300);
  }
  const after = await target.probe();
  expect(after.prototypes).toBe(before.prototypes);
  expect(after.usedMb - before.usedMb).toBeLessThan(MEMORY_LIMIT_MB);
  expect(await target.findInvalidRows()).toEqual([]);
  expect(target.findErrors()).toEqual([]);
  if (isFull) {
    console.log(Object.fromEntries(seen), { before, after });
    expect(after.rssMb - before.rssMb).toBeLessThan(MEMORY_LIMIT_MB);
  }
});

test('each role still has the privileges that it had before', async () => {
  const client = new pg.Client(await embeddedDatabaseUrl(target.dataDir));
  await client.connect();
  expect(await listPrivileges(client)).toEqual(ALLOWED_EMBEDDED);
  await client.end();
});
