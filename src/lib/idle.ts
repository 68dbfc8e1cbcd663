/** Resolves when the browser has nothing else to do. Safari, which cannot tell, answers after what it has begun. */
export const idle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve);
    else setTimeout(resolve);
  });
