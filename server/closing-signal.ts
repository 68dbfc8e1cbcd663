import type { Logger } from 'pino';

/**
 * Aborts when the process is asked to end. A second signal has no effect: the terminal and npm both pass a Ctrl-C on as
 * a signal.
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
