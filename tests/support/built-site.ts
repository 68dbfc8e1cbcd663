import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { CLEAN_ENVIRONMENT } from './clean-environment.ts';

const ROOT = join(import.meta.dirname, '../..');

/** One build serves all test servers, each on data of its own: its pages and they share this key. */
export const PUBLIC_KEY = 'sb_publishable_of-the-tests';

/**
 * Makes sure that `dist/` is the site as its sources are now.
 *
 * @throws {Error} when it does not build
 */
export default function buildSite(): void {
  const { status } = spawnSync(process.execPath, ['scripts/build.ts', '--if-needed'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...CLEAN_ENVIRONMENT, PUBLIC_SUPABASE_KEY: PUBLIC_KEY },
  });
  if (status !== 0) throw new Error('The site does not build.');
}
