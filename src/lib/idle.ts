/**
 * Resolves when the browser is idle, and after 0.2 s at the latest: Chromium sometimes tells nobody that it is idle until
 * the visitor scrolls. In Safari, which never tells, it resolves after the tasks that are already queued.
 */
export const idle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: 200 });
    else setTimeout(resolve);
  });
