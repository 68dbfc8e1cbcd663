import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { CLEAN_ENVIRONMENT } from '../server/clean-environment.ts';
import { PUBLISHABLE_KEY } from '../server/publishable-key.ts';

const ROOT = join(import.meta.dirname, '../../..');

/**
 * Builds the site into `dist/` if its sources have changed. Vitest, Playwright and the benchmarks call this before they
 * start.
 *
 * @throws {Error} when the build fails
 */
export default function buildSite(): void {
  const { status } = spawnSync(process.execPath, ['scripts/build.ts', '--if-needed'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...CLEAN_ENVIRONMENT, PUBLIC_SUPABASE_KEY: PUBLISHABLE_KEY },
  });
  if (status !== 0) throw new Error('The site does not build.');
}
