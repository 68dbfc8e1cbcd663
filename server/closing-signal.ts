import type { Logger } from 'pino';

/**
 * Returns an AbortSignal that aborts at the first SIGTERM or SIGINT, or when `npm start`, which has started this process,
 * was killed. A second signal has no effect, because one Ctrl-C sends two: the terminal sends one, and npm or `npm start`
 * passes on another.
 */
export function openClosingSignal(log: Logger): AbortSignal {
  const closing = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) {
    process.on(signal, () => {
      if (closing.signal.aborted) return;
      log.info({ signal }, 'closing');
      closing.abort();
    });
  }
  return closing.signal;
}
