import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const ASTRO = join(ROOT, 'node_modules/astro/bin/astro.mjs');

type Options = {
  /** The folder whose `astro.config.ts` is built. Default: the root of the repository. */
  cwd?: string;
  args?: readonly string[];
  /** Environment variables, in addition to this process's own. */
  variables?: Record<string, string>;
  /** `pipe` returns Astro's output to the caller instead of showing it. */
  stdio?: 'inherit' | 'pipe';
};

/**
 * Runs `astro build` for production: for `npm run build`, and for tests that build a copy of the site.
 *
 * @returns the exit code (null if Astro was killed) and, with `pipe`, the output
 */
export function runAstroBuild({ cwd = ROOT, args = [], variables = {}, stdio = 'inherit' }: Options = {}) {
  return spawnSync(process.execPath, [ASTRO, 'build', ...args], {
    cwd,
    stdio,
    encoding: 'utf8',
    // Astro prints a line for each page. With thousands of pages that is more than Node's default limit of 1 MB, and
    // Node would kill the build.
    maxBuffer: 64 * 1024 * 1024,
    // With a test runner's NODE_ENV, the pages would contain React's development build.
    env: { ...process.env, ...variables, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
  });
}
