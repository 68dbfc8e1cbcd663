/**
 * `npm test`: the tests that Vitest runs (the unit tests, and most of tests/), then those that Playwright runs
 * (tests/e2e and tests/visual). Each runner first builds the site if it has changed. The last line is the sum of both
 * runners' reports.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { ensureChromium } from './ensure-chromium.ts';
import { ensureDovecot } from './ensure-dovecot.ts';
import { ensureOtherBrowsers } from './ensure-other-browsers.ts';
import { ensurePlpgsqlCheck } from './ensure-plpgsql-check.ts';
import { print, printError } from './print.ts';

const ROOT = join(import.meta.dirname, '..');
const REPORTS = join(ROOT, '.reports');

type Count = { passed: number; failed: number; skipped: number };

const vitestReport = z
  .object({
    numPassedTests: z.int(),
    numFailedTests: z.int(),
    numPendingTests: z.int(),
    success: z.boolean(),
  })
  .transform((report): Count => ({
    passed: report.numPassedTests,
    // A test file that cannot be loaded fails the run, but has no failed test.
    failed: report.numFailedTests || (report.success ? 0 : 1),
    skipped: report.numPendingTests,
  }));

const playwrightReport = z
  .object({
    stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
    errors: z.array(z.unknown()),
  })
  .transform(({ stats, errors }): Count => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }));

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' }).status === 0;
}

/** @returns one failed test if the runner wrote no report, or if the schema does not accept the report */
function readReport(file: string, schema: z.ZodType<Count>): Count {
  try {
    return schema.parse(JSON.parse(readFileSync(join(REPORTS, file), 'utf8')));
  } catch (error) {
    printError(`The report ${file} cannot be read: ${String(error)}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

ensureChromium();
ensureOtherBrowsers();
ensurePlpgsqlCheck();
ensureDovecot();
rmSync(REPORTS, { recursive: true, force: true });

const succeeded = [run('vitest', ['run']), run('playwright', ['test'])].every(Boolean);

const counts = [readReport('vitest.json', vitestReport), readReport('playwright.json', playwrightReport)];
const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0);
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
print(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
process.exit(succeeded && sum('failed') === 0 && sum('passed') > 0 ? 0 : 1);
