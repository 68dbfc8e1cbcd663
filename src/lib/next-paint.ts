/** Resolves when the page has been painted with what has been done to it so far: for work that nobody waits to see. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      setTimeout(resolve);
    });
  });
}
