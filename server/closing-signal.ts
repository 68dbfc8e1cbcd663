import type { Logger } from 'pino';

/** Aborts when the process is asked to end. A terminal and npm both pass on a Ctrl-C: the second changes nothing. */
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
