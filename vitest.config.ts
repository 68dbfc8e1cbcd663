/// <reference types="vitest/config" />
import { getViteConfig } from 'astro/config';

export default getViteConfig({
  test: {
    include: [
      '{desk/src,src,integrations,server,scripts,supabase}/**/*.test.{ts,tsx}',
      'tests/{browsers,database,contract,resilience,server,site}/**/*.test.ts',
    ],
    globalSetup: 'tests/support/global-setup.ts',
    reporters: ['default', ['json', { outputFile: '.reports/vitest.json' }]],
    // Two are enough, because the slow files wait for builds, databases and servers, which run in other processes.
    maxWorkers: 2,
    // Long limits, because a busy machine is slow. They end only waits for something that never happens.
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
