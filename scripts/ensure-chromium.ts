/** The browser that the tests drive: the machine's own Chromium or Chrome, or else one that is fetched. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const WELL_KNOWN = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @returns the path of a Chromium on this machine, or undefined */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const downloaded = chromium.executablePath();
  return [...candidates, ...WELL_KNOWN, downloaded].find(isExecutable);
}

/** For every use: without what a browser asks the network for by itself. */
export const CHROMIUM_ARGUMENTS: readonly string[] = [
  // Chromium's sandbox does not work for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** How Playwright starts it. */
export function launchOptions() {
  const executablePath = findChromium();
  return { ...(executablePath !== undefined && { executablePath }), args: [...CHROMIUM_ARGUMENTS] };
}

function run(command: string, args: string[]): void {
  spawnSync(command, args, { stdio: 'inherit' });
}

/**
 * @returns the path of a Chromium, installed now if need be: Debian's package where root may install it,
 *   Playwright's download elsewhere
 * @throws {Error} where neither could be had
 */
export function ensureChromium(): string {
  const found = findChromium();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', ['update']);
    run('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium']);
  } else {
    run('playwright', ['install', 'chromium']);
  }
  const installed = findChromium();
  if (installed === undefined) {
    throw new Error('The browser tests need Chromium: install it, so that "chromium" is on the PATH.');
  }
  return installed;
}
