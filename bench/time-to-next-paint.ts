/** A page of Playwright, or a tab that nothing watches (`unwatched-tab.ts`). */
type WatchedPage = {
  addInitScript: (run: () => void) => Promise<unknown>;
  evaluate: <Value>(run: () => Value | Promise<Value>) => Promise<Value>;
};

/** About the speed of a mid-range phone. */
export const CPU_SLOWDOWN = 4;

/** TypeScript's DOM types lack `durationThreshold`. */
type EventObserverInit = PerformanceObserverInit & { durationThreshold: number };

declare global {
  interface Window {
    slowestInteractionMs: number;
  }
}

/**
 * From the next navigation on, the page keeps in `window.slowestInteractionMs` the longest time from an interaction to the
 * next paint.
 *
 * @see https://www.w3.org/TR/event-timing/
 */
export async function watchInteractions(page: WatchedPage): Promise<void> {
  await page.addInitScript(() => {
    window.slowestInteractionMs = 0;
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[]) {
        if (interactionId > 0) window.slowestInteractionMs = Math.max(window.slowestInteractionMs, duration);
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as EventObserverInit);
  });
}

/**
 * The time from an interaction to the next paint, in milliseconds; 0 if it is below 16 ms, which browsers do not
 * report.
 *
 * @param act one interaction: a click or a key press
 */
export async function timeToNextPaint(page: WatchedPage, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    window.slowestInteractionMs = 0;
  });
  await act();
  // The browser reports a paint to the observer only in a later task, so read the time after some frames and an idle
  // period.
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => requestIdleCallback(resolve));
    return window.slowestInteractionMs;
  });
}
