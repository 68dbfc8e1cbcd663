/**
 * `npm run test:hostile`: what nobody should send, to the real server: 10,000 generated requests, a table
 * of known tricks, and slow writers. `-- --requests 500` sends fewer, `-- --seed 5` those of another run.
 * Prints a table in Markdown; ends with 1 when something broke.
 */
import { parseArgs } from 'node:util';
import buildSite from '../../support/built-site.ts';
import { exchange } from './exchange.ts';
import { findFault, runGenerated } from './run-generated.ts';
import { runSlowWriters } from './slow-writers.ts';
import { startTarget } from './target.ts';
import { TRICKS } from './tricks.ts';

const MEMORY_LIMIT_MB = 50;
const SLOW_CONNECTIONS = 300;
const SLOW_P99_MS = 250;
const SLOW_END_MS = 12_000;
const WARM_UP = 1_000;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const requests = Number(values.requests);
const seed = Number(values.seed);

buildSite();
const target = await startTarget();
const rows: string[] = [];
let failed = 0;
function report(what: string, outcome: string, isGood: boolean): void {
  if (!isGood) failed += 1;
  rows.push(`| ${what} | ${outcome} | ${isGood ? 'held' : '**broken**'} |`);
}

/** Every trick at once; returns what went wrong. */
async function tryTricks(): Promise<string[]> {
  const broken: string[] = [];
  await Promise.all(
    TRICKS.map(async ({ name, write, statuses, limitMs = 5_000 }) => {
      const outcome = await exchange(target.url, write, { limitMs });
      const wrong = outcome.statuses.find((status) => !statuses.includes(status));
      const fault = findFault(outcome) ?? (wrong === undefined ? undefined : `answered ${wrong}`);
      if (fault !== undefined) broken.push(`${name}: ${fault}`);
    }),
  );
  return broken;
}

try {
  // Everything once before it counts: what is loaded at first use, buffers and pools do not grow again.
  await runGenerated(target.url, WARM_UP, seed + 1);
  await tryTricks();
  await runSlowWriters(target.url, SLOW_CONNECTIONS);
  const before = await target.probe();

  const startedAt = performance.now();
  try {
    const seen = await runGenerated(target.url, requests, seed);
    const statuses = [...seen]
      .toSorted(([a], [b]) => a - b)
      .map(([status, count]) => `${status || 'ended'}: ${count}`);
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    report(`${requests} generated requests`, `${statuses.join(', ')}; ${seconds} s`, true);
  } catch (error) {
    console.error(error);
    report(`${requests} generated requests`, 'see above', false);
  }

  const broken = await tryTricks();
  report(
    `${TRICKS.length} known tricks`,
    broken.join('; ') || 'each refused or ended in time',
    broken.length === 0,
  );

  const slow = await runSlowWriters(target.url, SLOW_CONNECTIONS);
  const stored = slow.statuses.filter((status) => status === 201).length;
  report(
    `${SLOW_CONNECTIONS} slow heads and ${SLOW_CONNECTIONS} slow bodies`,
    `${stored} of ${slow.statuses.length} leads meanwhile stored, p99 ${slow.p99Ms} ms; slow connections ended after ${(slow.lastEndedMs / 1_000).toFixed(1)} s`,
    stored === slow.statuses.length && slow.p99Ms <= SLOW_P99_MS && slow.lastEndedMs <= SLOW_END_MS,
  );

  const after = await target.probe();
  report(
    'Memory, garbage collected',
    `in use ${before.usedMb} → ${after.usedMb} MB, resident ${before.rssMb} → ${after.rssMb} MB`,
    after.rssMb - before.rssMb <= MEMORY_LIMIT_MB,
  );
  report('`Object.prototype` and the like', 'compared from inside', after.prototypes === before.prototypes);
  const invalid = await target.findInvalidRows();
  report('Stored rows that the forms would refuse', String(invalid.length), invalid.length === 0);
} finally {
  await target.close();
}
console.log(`\nSeed ${seed}\n\n| What | Outcome | |\n| --- | --- | --- |\n${rows.join('\n')}`);
process.exit(failed > 0 ? 1 : 0);
