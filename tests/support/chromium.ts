import { chromium, type Browser } from '@playwright/test';
import { launch } from 'puppeteer-core';
import { findChromium, launchOptions } from '../../scripts/ensure-chromium.ts';

/** Playwright's browser, for a test that Vitest runs; by default the browser for tests. */
export function launchChromium(executablePath?: string): Promise<Browser> {
  return chromium.launch(launchOptions(executablePath));
}

/** A browser whose tabs can be hidden: without windows every tab is visible, and Playwright makes every tab believe so. */
export const launchPuppeteer = () => launch(launchOptions(findChromium()));
