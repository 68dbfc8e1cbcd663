/**
 * `npm test`: the unit, database, contract and server tests (Vitest), then the browser tests (Playwright). Each
 * runner first builds the site if it has changed. The last line is the sum of both runners' reports.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './ensure-chromium.ts';

const ROOT = join(import.meta.dirname, '..');
const REPORTS = join(ROOT, '.reports');

type Count = { passed: number; failed: number; skipped: number };

/** The fields that are read of each runner's report. */
type VitestReport = Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests', number> & {
  success: boolean;
};
type PlaywrightReport = {
  stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>;
  errors: unknown[];
};

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' }).status === 0;
}

/** @returns a sum that has failed when the runner wrote no report */
function readReport(file: string, toCount: (report: unknown) => Count): Count {
  try {
    return toCount(JSON.parse(readFileSync(join(REPORTS, file), 'utf8')));
  } catch (error) {
    console.error(`The report ${file} cannot be read: ${String(error)}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

ensureChromium();
rmSync(REPORTS, { recursive: true, force: true });

const succeeded = [run('vitest', ['run']), run('playwright', ['test'])].every(Boolean);

const counts = [
  readReport('vitest.json', (report) => {
    const { numPassedTests, numFailedTests, numPendingTests, success } = report as VitestReport;
    // A file that cannot be loaded fails the run, but has no failed test.
    const failed = numFailedTests || Number(!success);
    return { passed: numPassedTests, failed, skipped: numPendingTests };
  }),
  readReport('playwright.json', (report) => {
    const { stats, errors } = report as PlaywrightReport;
    const failed = stats.unexpected + stats.flaky + errors.length;
    return { passed: stats.expected, failed, skipped: stats.skipped };
  }),
];
const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0);
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
process.exit(succeeded && sum('failed') === 0 && sum('passed') > 0 ? 0 : 1);
