import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js');

/**
 * Builds the desk (the staff's app) into dist-desk/. The desk's style sheet refers to the font files that the site's
 * build writes, so the site must be built first.
 *
 * @returns the exit code (null if Vite was killed)
 */
export function runDeskBuild(): number | null {
  const { status } = spawnSync(process.execPath, [VITE, 'build', 'desk', '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: 'inherit',
    // With a test runner's NODE_ENV, the app would contain React's development build.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return status;
}
