/** The browsers for tests and measurements: an installed Chromium or Chrome, otherwise a download. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** Debian's headless shell of Chromium: the same engine without the browser's interface, twice as fast. */
const HEADLESS = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const WELL_KNOWN = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** @returns the path of the first of these browsers on the PATH, otherwise of Chrome on a Mac or Playwright's own */
function findBrowser(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const downloaded = chromium.executablePath();
  return [...candidates, ...WELL_KNOWN, downloaded].find(existsSync);
}

/** The browser for measurements: full Chromium if there is one, otherwise the headless shell. */
export const findChromium = () => findBrowser([...NAMES, HEADLESS]);

/** The browser for tests: the headless shell if there is one, otherwise full Chromium. */
const findHeadlessChromium = () => findBrowser([HEADLESS, ...NAMES]);

/** Arguments that turn off the browser's own background requests, and let it run as root and without a GPU. */
export const CHROMIUM_ARGUMENTS: readonly string[] = [
  // Chromium's sandbox does not work for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** By default the headless shell rounds glyph widths to whole pixels, unlike any other browser. */
const HEADLESS_ARGUMENTS = ['--font-render-hinting=slight'];

/** The options with which Playwright and Puppeteer start a browser. */
export function launchOptions(executablePath = findHeadlessChromium()) {
  const args = [...CHROMIUM_ARGUMENTS, ...(executablePath?.endsWith(HEADLESS) ? HEADLESS_ARGUMENTS : [])];
  return { ...(executablePath !== undefined && { executablePath }), args };
}

/** Fonts as wide as Arial and Times, which visitors have: pages are laid out with them until ours arrive. */
const FONTS = { name: 'fonts-liberation', folder: '/usr/share/fonts/truetype/liberation' };

const run = (command: string, args: string[]) => spawnSync(command, args, { stdio: 'inherit' });

export const isDebianRoot = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

export function installPackages(...packages: string[]): void {
  run('apt-get', ['update']);
  run('apt-get', ['install', '--yes', '--no-install-recommends', ...packages]);
}

/**
 * Installs the browsers for tests, and fonts, if they are missing. Root on Debian gets Debian's packages. Elsewhere any
 * installed Chromium or Chrome will do; if there is none, Playwright downloads Chromium.
 *
 * @throws {Error} if there is no Chromium, and the installation fails
 */
export function ensureChromium(): void {
  if (isDebianRoot()) {
    const missing = [HEADLESS, 'chromium'].filter((name) => !existsSync(join('/usr/bin', name)));
    if (!existsSync(FONTS.folder)) missing.push(FONTS.name);
    if (missing.length > 0) installPackages(...missing);
  } else if (findChromium() === undefined) {
    run('playwright', ['install', 'chromium']);
  }
  if (findChromium() !== undefined) return;
  throw new Error(
    'The browser tests need Chromium, which could not be installed: install it and put "chromium" on the PATH.',
  );
}
