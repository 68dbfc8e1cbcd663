/**
 * Makes each part of the product fail while leads arrive, and counts which leads were stored, mailed or lost.
 * `npm test` runs a short version, and `npm run test:faults` the full one, which also prints a table in Markdown.
 * `npm run test:faults -- -t kill-server` runs only one fault. `SEED=5 npm run test:faults` runs all of them with other
 * random moments.
 */
import fc from 'fast-check';
import { afterAll, test, type TestContext } from 'vitest';
import { createExternalDatabase } from '../../support/database/external-database.ts';
import { markdownTable } from '../../support/load/bench-report.ts';
import { clockJump } from './clock-jump.ts';
import { DATABASES } from './database-faults.ts';
import { diskFull } from './disk-full.ts';
import { KILLS } from './kills.ts';
import { MAILS } from './mail-faults.ts';
import { openServersUnderLoad } from './servers-under-load.ts';
import type { Context } from './fault-scenario.ts';
import { SERVERS } from './server-setups.ts';

const isShort = process.env.FAULTS !== 'full';
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
/** How long a lead may wait to be acknowledged. The short version does not check it: other tests run at the same time. */
const LONGEST_WAIT_MS = 10_000;

const createContext = ({ onTestFinished }: TestContext): Context => ({
  isShort,
  leadCounts: fc.sample(fc.integer({ min: 10, max: isShort ? 29 : 69 }), { seed, numRuns: 100 }),
  onTestFinished,
  async open(options) {
    const rig = await openServersUnderLoad(isShort, options);
    onTestFinished(() => rig.close());
    return rig;
  },
  async createExternalDatabase() {
    const database = await createExternalDatabase();
    onTestFinished(database.close);
    return database;
  },
});

const rows: Record<string, string | number>[] = [];

for (const scenario of [...KILLS, ...DATABASES, ...MAILS, diskFull, clockJump, ...SERVERS]) {
  const { name, fault, mayRepeat } = scenario;
  // Most of a scenario is waiting, so the short version runs some scenarios at the same time.
  test(`${name}: ${fault} (seed ${seed})`, { concurrent: isShort }, async (context) => {
    const { skip, expect } = context;
    const outcome = await scenario.run(createContext(context));
    if ('skipReason' in outcome) return skip(outcome.skipReason);
    const { unexpected, longestWaitMs, ...count } = outcome;
    rows.push({ name, fault, ...count, unexpected: unexpected.join(), longestWaitMs });
    expect(count.acknowledged).toBeGreaterThan(0);
    expect(count).toMatchObject({ lost: 0, doubled: 0, givenUp: 0, ...(!mayRepeat && { repeated: 0 }) });
    expect(count.repeated).toBeLessThanOrEqual(count.possiblyRepeated);
    expect(unexpected).toEqual([]);
    if (!isShort) expect(longestWaitMs).toBeLessThanOrEqual(LONGEST_WAIT_MS);
  });
}

afterAll(() => {
  if (!isShort) console.log(`\nSeed ${seed}\n\n${markdownTable(rows)}`);
});
