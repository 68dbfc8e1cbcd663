/**
 * `npm run test:hostile`: sends hostile input to the real server: 30,000 generated requests, a table of known
 * tricks, and slow writers. `-- --requests 500` sends fewer, `-- --seed 5` those of another run. Prints a table
 * in Markdown; exits with 1 when something broke.
 */
import { parseArgs } from 'node:util';
import buildSite from '../../support/built-site.ts';
import { atMost, reportChecks } from '../../support/report.ts';
import { exchange, findFault } from './exchange.ts';
import { runGenerated } from './run-generated.ts';
import { runSlowWriters } from './slow-writers.ts';
import { startTarget } from './target.ts';
import { TRICKS } from './tricks.ts';

const SLOW_CONNECTIONS = 300;
const WARM_UP = 1_000;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '30000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const requests = Number(values.requests);
const seed = Number(values.seed);

buildSite();
const target = await startTarget();

/** Tries every trick at once. @returns what went wrong */
async function tryTricks(): Promise<string[]> {
  const faults = await Promise.all(
    TRICKS.map(async ({ name, write, statuses, limitMs }) => {
      const fault = findFault(await exchange(target.url, write, limitMs), statuses);
      return fault === undefined ? [] : [`${name}: ${fault}`];
    }),
  );
  return faults.flat();
}

async function sendGenerated() {
  const what = `${requests} generated requests`;
  const startedAt = performance.now();
  try {
    const seen = await runGenerated(target.url, requests, seed);
    const statuses = [...seen]
      .toSorted(([a], [b]) => a - b)
      .map(([status, count]) => `${status || 'closed'}: ${count}`);
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    return { what, found: `${statuses.join(', ')}; ${seconds} s`, isMet: true };
  } catch (error) {
    console.error(error);
    return { what, found: 'see above', isMet: false };
  }
}

try {
  // A warm-up of everything: what is loaded at first use, buffers and pools do not grow again.
  await runGenerated(target.url, WARM_UP, seed + 1);
  await tryTricks();
  await runSlowWriters(target.url, SLOW_CONNECTIONS);
  const before = await target.probe();

  const generated = await sendGenerated();
  const broken = await tryTricks();
  const slow = await runSlowWriters(target.url, SLOW_CONNECTIONS);
  const after = await target.probe();
  const slowName = `beside ${SLOW_CONNECTIONS} slow heads and ${SLOW_CONNECTIONS} slow bodies:`;
  console.log(
    `Seed ${seed}. Memory after garbage collection: in use ${before.usedMb} → ${after.usedMb} MB, resident ${before.rssMb} → ${after.rssMb} MB.`,
  );
  reportChecks([
    generated,
    {
      what: `${TRICKS.length} known tricks refused or closed in time`,
      found: broken.join('; ') || 'all',
      isMet: broken.length === 0,
    },
    atMost(0, `${slowName} leads not stored`, slow.statuses.filter((status) => status !== 201).length),
    atMost(250, `${slowName} p99 of the leads, ms`, slow.p99Ms),
    atMost(12_000, `${slowName} the last one closed after, ms`, slow.lastClosedMs),
    atMost(50, 'growth of resident memory, MB', after.rssMb - before.rssMb),
    {
      what: 'prototypes of built-in objects',
      found: after.prototypes === before.prototypes ? 'unchanged' : 'changed',
      isMet: after.prototypes === before.prototypes,
    },
    atMost(0, 'failures of its own in the server’s log', target.findErrors().length),
    atMost(0, 'stored rows that the forms would refuse', (await target.findInvalidRows()).length),
  ]);
} finally {
  await target.close();
}
