/** WebKit, which Safari uses, and Firefox: `tests/browsers` runs in them where they are installed. */
import { existsSync, globSync } from 'node:fs';
import { installPackages, isDebianRoot } from './ensure-chromium.ts';
import { print } from './print.ts';

/** Paths of Debian's WebKitGTK, a port of Safari's engine: the browser, its WebDriver, and Xvfb, a virtual display. */
export type WebKit = { miniBrowser: string; driver: string; display: string };

export function findWebKit(): WebKit | undefined {
  const driver = '/usr/bin/WebKitWebDriver';
  const display = '/usr/bin/Xvfb';
  const [miniBrowser] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser');
  if (miniBrowser === undefined || !existsSync(driver) || !existsSync(display)) return undefined;
  return { miniBrowser, driver, display };
}

/** @returns the path of a Firefox on this machine, or undefined */
export function findFirefox(): string | undefined {
  return [
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ].find(existsSync);
}

/** Installs missing browsers, if run as root on Debian. If one is still missing, prints which tests are skipped. */
export function ensureOtherBrowsers(): void {
  const isComplete = () => findWebKit() !== undefined && findFirefox() !== undefined;
  if (!isComplete() && isDebianRoot()) installPackages('webkit2gtk-driver', 'xvfb', 'firefox-esr');
  if (!findWebKit()) print('WebKit is not installed: its tests in tests/browsers are skipped.');
  if (!findFirefox()) print('Firefox is not installed: its tests in tests/browsers are skipped.');
}
