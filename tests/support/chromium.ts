import { chromium, type Browser } from '@playwright/test';
import { launchOptions } from '../../scripts/ensure-chromium.ts';

/** Playwright's browser, for a test that Vitest runs. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch(launchOptions());
}
