const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Resolves when a failed download should be tried again: after a pause that doubles with each try, or, if the browser
 * is offline, as soon as it is online again.
 */
export async function lineIsBack(tries: number): Promise<void> {
  const listening = new AbortController();
  await new Promise((resolve) => {
    window.addEventListener('online', resolve, { signal: listening.signal });
    // An offline browser fires `online` when the connection is back.
    if (navigator.onLine) setTimeout(resolve, Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS));
  });
  listening.abort();
}
