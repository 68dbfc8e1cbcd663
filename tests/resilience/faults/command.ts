/**
 * `npm run test:faults`: makes each part fail while leads arrive, and counts what became of the leads.
 * `npm run test:faults -- kill-server` makes one fault, `-- --short` all of them briefly, `-- --seed 5` at the
 * moments of another run. Prints a table in Markdown; exits with 1 when a promise was broken.
 */
import { parseArgs } from 'node:util';
import buildSite from '../../support/built-site.ts';
import { markdownTable } from '../../support/report.ts';
import type { Count } from './count.ts';
import { findBrokenPromises, runScenario, type Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';

/** The longest that a client may wait for its answer, whatever failed. */
const LONGEST_WAIT_MS = 10_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now()) },
  },
});
const names = SCENARIOS.map(({ name }) => name);
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`No such fault: ${unknown.join(', ')}. There are ${names.join(', ')}.`);
  process.exit(2);
}
const seed = Number(values.seed);

function toRow({ name, fault }: Scenario, verdict: string, count?: Count) {
  return {
    Name: `\`${name}\``,
    'What is done under load': fault,
    Acknowledged: count?.acknowledged ?? '–',
    Stored: count?.stored ?? '–',
    Mailed: count?.mailed ?? '–',
    Lost: count?.lost ?? '–',
    Doubled: count?.doubled ?? '–',
    Repeated: count?.repeated ?? '–',
    'Counted as possible repeats': count?.possiblyRepeated ?? '–',
    'Given up': count?.givenUp ?? '–',
    'Longest wait, s': count ? (count.longestWaitMs / 1_000).toFixed(1) : '–',
    Verdict: verdict,
  };
}

async function run(scenario: Scenario) {
  try {
    const outcome = await runScenario(scenario, { isShort: values.short, seed });
    if ('notHere' in outcome) return toRow(scenario, `not run here: ${outcome.notHere}`);
    const broken = findBrokenPromises(outcome, scenario);
    if (outcome.longestWaitMs > LONGEST_WAIT_MS) broken.push('too long a wait');
    if (broken.length > 0) process.exitCode = 1;
    return toRow(scenario, broken.join(', ') || 'kept', outcome);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
    return toRow(scenario, `failed: ${String(error)}`);
  }
}

buildSite();
const rows = [];
for (const scenario of SCENARIOS) {
  if (positionals.length > 0 && !positionals.includes(scenario.name)) continue;
  console.error(`${scenario.name}: ${scenario.fault}`);
  rows.push(await run(scenario));
}
console.log(`\nSeed ${seed}\n\n${markdownTable(rows)}`);
// A scenario that was given up may still have work under way.
process.exit();
