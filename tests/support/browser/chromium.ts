import { chromium, type Browser } from '@playwright/test';
import { launch } from 'puppeteer-core';
import { findChromium, launchOptions } from '#scripts/ensure-chromium.ts';
import { WAIT_LIMIT_MS } from '../runner/time-limits.ts';

/**
 * Launches Chromium with Playwright, for tests in Vitest and for measurements.
 *
 * @param executablePath by default the browser for tests (`scripts/ensure-chromium.ts`)
 */
export function launchChromium(executablePath?: string): Promise<Browser> {
  return chromium.launch(launchOptions(executablePath));
}

/**
 * Launches the full Chromium with Puppeteer, so that background tabs are hidden (`document.hidden`). In Chromium's
 * headless shell, and with Playwright, every tab counts as visible.
 */
export const launchPuppeteer = () => launch({ ...launchOptions(findChromium()), timeout: WAIT_LIMIT_MS });
