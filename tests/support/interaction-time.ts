import type { Page } from '@playwright/test';

/** Parts of Event Timing that TypeScript's library lacks. */
type Interaction = PerformanceEventTiming & { interactionId: number };
type EventObserverInit = PerformanceObserverInit & { durationThreshold: number };

declare global {
  interface Window {
    slowestInteractionMs: number;
  }
}

/**
 * Makes a page measure, from its next navigation on, the time from each interaction to the next paint.
 *
 * @param cpuSlowdown 4 stands for a mid-range phone
 * @see https://www.w3.org/TR/event-timing/
 */
export async function watchInteractions(page: Page, cpuSlowdown: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.addInitScript(() => {
    window.slowestInteractionMs = 0;
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as Interaction[]) {
        if (interactionId > 0) window.slowestInteractionMs = Math.max(window.slowestInteractionMs, duration);
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as EventObserverInit);
  });
}

/**
 * The time from an interaction to the next paint, in milliseconds; 0 below 16, which browsers do not report.
 *
 * @param act one interaction: a click or a key
 */
export async function timeToNextPaint(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    window.slowestInteractionMs = 0;
  });
  await act();
  // Entries arrive after their paint, in a task of their own.
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => requestIdleCallback(resolve));
    return window.slowestInteractionMs;
  });
}
