/**
 * Sends hostile input to the real server: a table of known attacks, connections that send slowly (slowloris), and
 * generated requests. `npm test` sends 1,000 generated requests. `npm run test:hostile` sends 30,000; it runs only the
 * tests of this folder, so it can also check the server's time limits. `SEED=5` generates other requests;
 * `REQUESTS=60000` sends that many.
 */
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { ALLOWED_EMBEDDED } from '../../support/database/allowed-privileges.ts';
import { embeddedDatabaseUrl } from '../../support/server/installation.ts';
import { listPrivileges } from '../../support/database/privileges.ts';
import { sendBytes, findProblem } from './send-bytes.ts';
import { runGenerated } from './generated-requests.ts';
import { runSlowWriters } from './slow-writers.ts';
import { startAttackedServer } from './attacked-server.ts';
import { KNOWN_ATTACKS } from './known-attacks.ts';

const isFull = process.env.HOSTILE === 'full';
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const requests = Number(process.env.REQUESTS ?? (isFull ? 30_000 : 1_000));
/**
 * How long any exchange may take in `npm test`, where other tests run at the same time. It is far above this server's
 * time limits (10 s) and below Node's defaults (60 s and more), so it still shows whether our limits are set.
 */
const BUSY_LIMIT_MS = 55_000;
const MEMORY_LIMIT_MB = 50;

const target = await startAttackedServer();
afterAll(target.close);

test.concurrent.each(KNOWN_ATTACKS)(
  'the server gives an allowed response or closes the connection: %s',
  async (_name, write, statuses, limitMs = 5_000) => {
    const outcome = await sendBytes(target.url, write, isFull ? limitMs : BUSY_LIMIT_MS);
    expect(findProblem(outcome, statuses)).toBeUndefined();
  },
);

test('600 connections that send headers or bodies slowly are closed, and others can send leads meanwhile', async () => {
  const { statuses, p99Ms, lastClosedMs } = await runSlowWriters(target.url, 300);
  expect(new Set(statuses)).toEqual(new Set([201]));
  expect(lastClosedMs).toBeLessThanOrEqual(isFull ? 12_000 : BUSY_LIMIT_MS);
  if (isFull) {
    console.log(`p99 of the leads ${p99Ms} ms, the last connection closed after ${lastClosedMs} ms`);
    expect(p99Ms).toBeLessThanOrEqual(250);
  }
});

test(`${requests} generated requests cause no server error, invalid row, changed prototype or memory growth (seed ${seed})`, async () => {
  // A warm-up: modules, buffers and pools are allocated at first use and are not to count as growth.
  await runGenerated(target.url, 1_000, seed + 1);
  const before = await target.probe();
  const seen = await runGenerated(target.url, requests, seed);
  // Some requests are accepted and some refused.
  expect([...seen.keys()]).toEqual(expect.arrayContaining([201, 400, 404]));
  if (isFull) {
    await Promise.all(KNOWN_ATTACKS.map(([, write]) => sendBytes(target.url, write)));
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

test('after the hostile requests, each database role still has only its allowed privileges', async () => {
  const client = new pg.Client(await embeddedDatabaseUrl(target.dataDir));
  await client.connect();
  expect(await listPrivileges(client)).toEqual(ALLOWED_EMBEDDED);
  await client.end();
});
