/** A page of Playwright, or a tab that nothing watches (`unwatched-tab.ts`). */
type Evaluator = { evaluate: <Value>(expression: string) => Promise<Value> };

/** About the speed of a mid-range phone. */
export const CPU_SLOWDOWN = 4;

/**
 * A script for a page, which runs before its own. The page then keeps in `slowestInteractionMs` the longest time from an
 * interaction to the next paint.
 *
 * @see https://www.w3.org/TR/event-timing/
 */
export const WATCH_INTERACTIONS = `
  var slowestInteractionMs = 0;
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0) slowestInteractionMs = Math.max(slowestInteractionMs, duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });`;

/**
 * The time from an interaction to the next paint, in milliseconds; 0 if it is below 16 ms, which browsers do not
 * report.
 *
 * @param page a page with the script WATCH_INTERACTIONS
 * @param act one interaction: a click or a key press
 */
export async function timeToNextPaint(page: Evaluator, act: () => Promise<void>): Promise<number> {
  await page.evaluate('slowestInteractionMs = 0');
  await act();
  // The browser reports a paint to the observer only in a later task, so read the time after some frames and an idle
  // period.
  return page.evaluate<number>(`(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => requestIdleCallback(resolve));
    return slowestInteractionMs;
  })()`);
}
