/// <reference types="vitest/config" />
import { getViteConfig } from 'astro/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { TEST_LIMIT_MS, WAIT_LIMIT_MS } from './tests/support/runner/time-limits.ts';

const SLOWEST_FILES = [
  'tests/server/update.test.ts',
  'tests/server/container-image.test.ts',
  'tests/server/lifecycle.test.ts',
  'tests/resilience/faults/faults.test.ts',
  'tests/site/lighthouse.test.ts',
  'tests/server/commands.test.ts',
  'tests/database/desk-erasure-and-export.test.ts',
];

/**
 * Starts the slowest files first. Without durations of an earlier run, as on CI, Vitest starts the largest files first.
 * The slowest files are short, so one of them would start last, and the other workers would wait for it.
 */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) =>
      Number(SLOWEST_FILES.some((name) => moduleId.endsWith(name)));
    return (await super.sort(files)).sort((a, b) => isSlow(b) - isSlow(a));
  }
}

export default getViteConfig({
  test: {
    include: [
      '{desk/src,src,integrations,server,scripts,supabase}/**/*.test.{ts,tsx}',
      'tests/{browsers,database,contract,resilience,server,site}/**/*.test.ts',
    ],
    globalSetup: ['tests/support/runner/temporary-files.ts', 'tests/support/runner/global-setup.ts'],
    setupFiles: 'tests/support/runner/undo-stubs.ts',
    reporters: ['default', ['json', { outputFile: '.reports/vitest.json' }]],
    // One more than the cores of a two-core machine, because the slow files spend time waiting for other processes.
    maxWorkers: 3,
    // How many `test.concurrent` tests of one file run at once.
    maxConcurrency: 3,
    sequence: { sequencer: SlowestFirst },
    testTimeout: TEST_LIMIT_MS,
    hookTimeout: TEST_LIMIT_MS,
    expect: { poll: { timeout: WAIT_LIMIT_MS } },
  },
});
