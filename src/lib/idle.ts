/** Resolves when the browser is idle; in Safari, which does not tell, after the tasks that are already queued. */
export const idle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve);
    else setTimeout(resolve);
  });
