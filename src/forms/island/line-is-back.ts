const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Resolves when a download that failed is worth another try: after a pause that doubles with each try, or as soon as
 * the browser is online again.
 */
export async function lineIsBack(tries: number): Promise<void> {
  const listening = new AbortController();
  await new Promise((resolve) => {
    window.addEventListener('online', resolve, { signal: listening.signal });
    // A browser that knows that it is offline says when that is over.
    if (navigator.onLine) setTimeout(resolve, Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS));
  });
  listening.abort();
}
