/** The browser for the tests: the machine's own Chromium or Chrome, otherwise a download. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const WELL_KNOWN = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** @returns the path of a Chromium on this machine, or undefined */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const downloaded = chromium.executablePath();
  return [...candidates, ...WELL_KNOWN, downloaded].find(existsSync);
}

/** Arguments that turn off the requests that a browser makes by itself. */
export const CHROMIUM_ARGUMENTS: readonly string[] = [
  // Chromium's sandbox does not work for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** The options with which Playwright starts the browser. */
export function launchOptions() {
  const executablePath = findChromium();
  return { ...(executablePath !== undefined && { executablePath }), args: [...CHROMIUM_ARGUMENTS] };
}

const run = (command: string, args: string[]) => spawnSync(command, args, { stdio: 'inherit' });

/** Whether Debian's packages can be installed here: for root, on Debian. */
export const isDebianRoot = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

export function installPackages(...packages: string[]): void {
  run('apt-get', ['update']);
  run('apt-get', ['install', '--yes', '--no-install-recommends', ...packages]);
}

/**
 * Installs a Chromium if there is none: Debian's package for root on Debian, otherwise Playwright's download.
 *
 * @returns the path of the browser
 * @throws {Error} if the installation fails
 */
export function ensureChromium(): string {
  const found = findChromium();
  if (found !== undefined) return found;
  if (isDebianRoot()) {
    installPackages('chromium');
  } else {
    run('playwright', ['install', 'chromium']);
  }
  const installed = findChromium();
  if (installed === undefined) {
    throw new Error(
      'The browser tests need Chromium, which could not be installed: install it and put "chromium" on the PATH.',
    );
  }
  return installed;
}
