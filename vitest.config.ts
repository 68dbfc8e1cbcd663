/// <reference types="vitest/config" />
import { getViteConfig } from 'astro/config';

export default getViteConfig({
  test: {
    include: [
      '{desk/src,src,integrations,server,scripts,supabase}/**/*.test.{ts,tsx}',
      'tests/{database,contract,resilience,server,site}/**/*.test.ts',
    ],
    globalSetup: 'tests/support/global-setup.ts',
    reporters: ['default', ['json', { outputFile: '.reports/vitest.json' }]],
    // Two are enough: the slow files wait for builds, databases and servers, which have processes of their own.
    maxWorkers: 2,
    // Limits are for what never comes: a busy machine takes its time.
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
