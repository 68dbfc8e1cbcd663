import { chromium, type Browser } from '@playwright/test';
import { findChromium } from '../../scripts/ensure-chromium.ts';

export const CHROMIUM_ARGUMENTS = [
  // Chromium's sandbox does not work for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--no-first-run',
];

/** The browser of the journeys, for a test that Vitest runs. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: CHROMIUM_ARGUMENTS,
  });
}
