const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Resolves when a failed download should be tried again: after a pause that doubles with each failure, or, if the
 * browser is offline, as soon as it is online again.
 */
export async function waitToRetry(failures: number): Promise<void> {
  const listening = new AbortController();
  await new Promise((resolve) => {
    window.addEventListener('online', resolve, { signal: listening.signal });
    // An offline browser fires `online` when the connection is back.
    if (navigator.onLine) setTimeout(resolve, Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS));
  });
  listening.abort();
}
