/// <reference types="vitest/config" />
import { getViteConfig } from 'astro/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const LONGEST_FILES = [
  'tests/server/lifecycle.test.ts',
  'tests/resilience/faults/faults.test.ts',
  'tests/site/lighthouse.test.ts',
  'tests/server/commands.test.ts',
  'tests/database/desk-owner.test.ts',
];

/**
 * Starts the longest files first. Without durations from an earlier run, as on CI, Vitest starts large files first. These
 * are small, so they would start late, and the last one would run alone at the end.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) =>
      Number(LONGEST_FILES.some((name) => moduleId.endsWith(name)));
    return (await super.sort(files)).sort((a, b) => isLongest(b) - isLongest(a));
  }
}

export default getViteConfig({
  test: {
    include: [
      '{desk/src,src,integrations,server,scripts,supabase}/**/*.test.{ts,tsx}',
      'tests/{browsers,database,contract,resilience,server,site}/**/*.test.ts',
    ],
    globalSetup: ['tests/support/temporary-files.ts', 'tests/support/global-setup.ts'],
    reporters: ['default', ['json', { outputFile: '.reports/vitest.json' }]],
    // One more than the two cores, because the slow files spend time waiting for other processes.
    maxWorkers: 3,
    // Of the tests that may run at the same time in one file.
    maxConcurrency: 3,
    sequence: { sequencer: LongestFirst },
    // Long limits, because a busy machine is slow. They end only waits for something that never happens.
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
