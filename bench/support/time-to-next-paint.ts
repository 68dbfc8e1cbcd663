import { median } from '#support/load/bench-report.ts';

/** A page of Playwright, or a tab that nothing watches (`unwatched-tab.ts`). */
type WatchedPage = {
  addInitScript: (run: () => void) => Promise<unknown>;
  evaluate: <Value>(run: () => Value | Promise<Value>) => Promise<Value>;
};

export type PaintTimes = Map<string, number[]>;

/** TypeScript's DOM types lack `durationThreshold`. */
type EventObserverInit = PerformanceObserverInit & { durationThreshold: number };

declare global {
  interface Window {
    slowestInteractionMs: number;
  }
}

/**
 * From the next navigation on, the page measures the time from an interaction to the next paint.
 *
 * @returns a function that does one interaction, a click or a key press, and adds its time to `times`: 0 if it is below
 *   16 ms, which browsers do not report
 * @see https://www.w3.org/TR/event-timing/
 */
export async function watchInteractions(page: WatchedPage, times: PaintTimes) {
  await page.addInitScript(() => {
    window.slowestInteractionMs = 0;
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[]) {
        if (interactionId > 0) window.slowestInteractionMs = Math.max(window.slowestInteractionMs, duration);
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as EventObserverInit);
  });
  return async (what: string, act: () => Promise<void>): Promise<void> => {
    await page.evaluate(() => {
      window.slowestInteractionMs = 0;
    });
    await act();
    // The browser reports a paint to the observer only in a later task, so read the time after some frames and an idle
    // period.
    const ms = await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      await new Promise((resolve) => requestIdleCallback(resolve));
      return window.slowestInteractionMs;
    });
    times.set(what, [...(times.get(what) ?? []), ms]);
  };
}

export const paintTimesTable = (times: PaintTimes) =>
  [...times].map(([what, all]) => ({
    'ms to the next paint': what,
    times: all.length,
    median: median(all),
    slowest: Math.max(...all),
  }));
