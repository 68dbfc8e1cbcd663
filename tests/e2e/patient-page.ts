import type { Page } from '@playwright/test';

/** As long as a page waits for its fonts (`layouts/after-first-paint.ts`). */
const LATE_MS = 3000;

/** On a busy machine fonts may take longer than a page waits for them: in this one they are never late. */
export const waitForFonts = (page: Page): Promise<unknown> =>
  page.addInitScript((lateMs) => {
    const wait = window.setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (act: () => void, ms: number, ...values: unknown[]) =>
        ms === lateMs ? 0 : wait(act, ms, ...values),
    });
  }, LATE_MS);
