/**
 * Resolves when the browser is idle, or as an ordinary task after 0.2 s, because Chromium does not always report that
 * it is idle. In browsers that cannot report it (Safari), the promise resolves after the tasks that are already queued.
 */
export const whenIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: 200 });
    else setTimeout(resolve);
  });
