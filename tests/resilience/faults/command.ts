/**
 * `npm run test:faults`: makes everything fail that can, while leads arrive, and counts what became of
 * them. `npm run test:faults -- kill-server` makes one thing fail, `-- --short` all of them briefly,
 * `-- --seed 5` at the moments of another run. Prints a table in Markdown; ends with 1 when a promise was
 * broken.
 */
import { parseArgs } from 'node:util';
import buildSite from '../../support/built-site.ts';
import type { Count } from './count.ts';
import { findBrokenPromises, runScenario } from './run-scenario.ts';
import { SCENARIOS } from './scenarios.ts';

/** A client may have waited this long in the end, whatever failed. */
const LONGEST_WAIT_MS = 10_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now()) },
  },
});
const unknown = positionals.filter((name) => !SCENARIOS.some((scenario) => scenario.name === name));
if (unknown.length > 0) {
  console.error(
    `No such fault: ${unknown.join(', ')}. There are ${SCENARIOS.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}
const seed = Number(values.seed);

function toRow(name: string, fault: string, count: Count | undefined, verdict: string): string {
  const cells = count
    ? [
        count.acknowledged,
        count.stored,
        count.mailed,
        count.lost,
        count.doubled,
        count.repeated,
        count.givenUp,
        (count.longestWaitMs / 1_000).toFixed(1),
      ]
    : Array.from({ length: 8 }, () => '–');
  return `| ${[`\`${name}\``, fault, ...cells, verdict].join(' | ')} |`;
}

buildSite();
const rows = [
  '| Name | What is done under load | Acknowledged | Stored | Mailed | Lost | Doubled | Repeated | Given up | Longest wait, s | Verdict |',
  '| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --- |',
];
let broken = 0;
for (const scenario of SCENARIOS) {
  const { name, fault } = scenario;
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.error(`${name}: ${fault}`);
  try {
    const outcome = await runScenario(scenario, { isShort: values.short, seed });
    if ('notHere' in outcome) {
      rows.push(toRow(name, fault, undefined, `not run here: ${outcome.notHere}`));
      continue;
    }
    const faults = findBrokenPromises(outcome, scenario);
    if (outcome.longestWaitMs > LONGEST_WAIT_MS) faults.push('too long a wait');
    broken += faults.length;
    rows.push(toRow(name, fault, outcome, faults.join(', ') || 'kept'));
  } catch (error) {
    broken += 1;
    console.error(error);
    rows.push(toRow(name, fault, undefined, `failed: ${String(error)}`));
  }
}
console.log(`\nSeed ${seed}\n\n${rows.join('\n')}`);
process.exit(broken > 0 ? 1 : 0);
