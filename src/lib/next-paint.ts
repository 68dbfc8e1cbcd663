/** The fallback for a hidden tab, which has no animation frames. */
const LONGEST_WAIT_MS = 200;

/** Resolves after the browser has painted the current state of the page. Await it before work that can wait. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LONGEST_WAIT_MS);
    requestAnimationFrame(() => {
      setTimeout(resolve);
    });
  });
}
