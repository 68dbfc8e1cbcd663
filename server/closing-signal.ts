import type { Logger } from 'pino';

/**
 * Returns an AbortSignal that aborts when the process is asked to end. A second SIGINT has no effect, because one
 * Ctrl-C sends two: the terminal and npm both pass it on.
 */
export function openClosingSignal(log: Logger): AbortSignal {
  const closing = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (closing.signal.aborted) return;
      log.info({ signal }, 'closing');
      closing.abort();
    });
  }
  return closing.signal;
}
