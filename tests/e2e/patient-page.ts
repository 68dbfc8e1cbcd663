import type { Page } from '@playwright/test';

/** The time limit of a page for its web fonts (`layouts/after-first-paint.ts`). */
const LATE_MS = 3000;

/** Removes the page's time limit for web fonts, which a busy machine would exceed. */
export const waitForFonts = (page: Page): Promise<unknown> =>
  page.addInitScript((lateMs) => {
    const wait = window.setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (act: () => void, ms: number, ...values: unknown[]) =>
        ms === lateMs ? 0 : wait(act, ms, ...values),
    });
  }, LATE_MS);
