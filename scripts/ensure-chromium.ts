/** The browsers for tests and measurements: the machine's own Chromium or Chrome, otherwise a download. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** Debian's Chromium without windows: the same engine in half the time, because it draws no window around the page. */
const HEADLESS = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const WELL_KNOWN = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** @returns the path of the first of these browsers on this machine, or undefined */
function findBrowser(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const downloaded = chromium.executablePath();
  return [...candidates, ...WELL_KNOWN, downloaded].find(existsSync);
}

/** The browser for measurements: a Chromium as people have it, if there is one. */
export const findChromium = () => findBrowser([...NAMES, HEADLESS]);

/** The browser for tests. */
const findHeadlessChromium = () => findBrowser([HEADLESS, ...NAMES]);

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

/** Without it, the browser without windows draws letters with whole numbers of pixels, as no other browser does. */
const HEADLESS_ARGUMENTS = ['--font-render-hinting=slight'];

/** The options with which Playwright and Puppeteer start a browser. */
export function launchOptions(executablePath = findHeadlessChromium()) {
  const args = [...CHROMIUM_ARGUMENTS, ...(executablePath?.endsWith(HEADLESS) ? HEADLESS_ARGUMENTS : [])];
  return { ...(executablePath !== undefined && { executablePath }), args };
}

const run = (command: string, args: string[]) => spawnSync(command, args, { stdio: 'inherit' });

/** Whether Debian's packages can be installed here: for root, on Debian. */
export const isDebianRoot = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

export function installPackages(...packages: string[]): void {
  run('apt-get', ['update']);
  run('apt-get', ['install', '--yes', '--no-install-recommends', ...packages]);
}

/**
 * Installs the browsers for tests if they are missing: Debian's packages for root on Debian; elsewhere any Chromium
 * serves, and otherwise Playwright's download.
 *
 * @throws {Error} if there is none, and the installation fails
 */
export function ensureChromium(): void {
  if (isDebianRoot()) {
    const missing = [HEADLESS, 'chromium'].filter((name) => !existsSync(join('/usr/bin', name)));
    if (missing.length > 0) installPackages(...missing);
  } else if (findChromium() === undefined) {
    run('playwright', ['install', 'chromium']);
  }
  if (findChromium() !== undefined) return;
  throw new Error(
    'The browser tests need Chromium, which could not be installed: install it and put "chromium" on the PATH.',
  );
}
