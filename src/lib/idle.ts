/**
 * Resolves when the browser is idle, or as a task after 0.2 s: Chromium sometimes stops telling that it is idle until the
 * visitor scrolls. In browsers that never tell (Safari), it resolves after the tasks that are already queued.
 */
export const idle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: 200 });
    else setTimeout(resolve);
  });
