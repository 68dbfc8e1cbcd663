import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const ASTRO = join(ROOT, 'node_modules/astro/bin/astro.mjs');

type Options = {
  /** The folder of `astro.config.ts`. Default: the repository. */
  cwd?: string;
  args?: readonly string[];
  /** Environment variables, in addition to this process's own. */
  variables?: Record<string, string>;
  /** `pipe` returns Astro's output to the caller instead of showing it. */
  stdio?: 'inherit' | 'pipe';
};

/** Runs `astro build` for production. @returns its exit code (null if it was killed) and its output */
export function runAstroBuild({ cwd = ROOT, args = [], variables = {}, stdio = 'inherit' }: Options = {}) {
  return spawnSync(process.execPath, [ASTRO, 'build', ...args], {
    cwd,
    stdio,
    encoding: 'utf8',
    // Astro prints a line for each page, and a site may have thousands.
    maxBuffer: 64 * 1024 * 1024,
    // With a test runner's NODE_ENV, the pages would contain React's development build.
    env: { ...process.env, ...variables, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
  });
}
