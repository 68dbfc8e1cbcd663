import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const ASTRO = join(ROOT, 'node_modules/astro/bin/astro.mjs');

type Options = {
  /** The folder that has the site's `astro.config.ts`; without it, the repository's. */
  cwd?: string;
  args?: readonly string[];
  /** Added to this process's own. */
  variables?: Record<string, string>;
  /** `pipe` keeps what Astro says for the caller, and shows nothing. */
  stdio?: 'inherit' | 'pipe';
};

/** Runs `astro build` for production. @returns Its exit code (null when it was killed) and what it said. */
export function runAstroBuild({ cwd = ROOT, args = [], variables = {}, stdio = 'inherit' }: Options = {}) {
  return spawnSync(process.execPath, [ASTRO, 'build', ...args], {
    cwd,
    stdio,
    encoding: 'utf8',
    // A thousand pages are a long list.
    maxBuffer: 64 * 1024 * 1024,
    // A test runner's NODE_ENV would put React's development build into the pages.
    env: { ...process.env, ...variables, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
  });
}
