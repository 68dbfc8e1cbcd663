/** A page out of sight is not painted, and its work must not wait for somebody to come back. */
const LONGEST_WAIT_MS = 200;

/** Resolves when the page has been painted with what has been done to it so far: for work that nobody waits to see. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LONGEST_WAIT_MS);
    requestAnimationFrame(() => {
      setTimeout(resolve);
    });
  });
}
