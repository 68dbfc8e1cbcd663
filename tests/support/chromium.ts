import { chromium, type Browser } from '@playwright/test';
import { launch } from 'puppeteer-core';
import { launchOptions } from '../../scripts/ensure-chromium.ts';

/** Playwright's browser, for a test that Vitest runs. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch(launchOptions());
}

/** A browser whose tabs can be hidden: Playwright makes every tab believe that it is visible. */
export const launchPuppeteer = () => launch(launchOptions());
