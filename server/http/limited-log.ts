import type { Logger } from 'pino';

const LINES_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

/**
 * Returns a function that logs one kind of line, at most 30 times a minute: enough to notice a problem, and too few for a
 * scanner or a crowd to fill the disk. The number of lines that were left out is logged before the first line after the
 * minute. Use it for every line that a client without an account can cause.
 *
 * @param now a monotonic clock in milliseconds
 */
export function limitLines<Level extends 'info' | 'error'>(
  log: Pick<Logger, Level>,
  level: Level,
  message: string,
  now = () => performance.now(),
) {
  let startedAt = now();
  let lines = 0;
  let leftOut = 0;
  return function logLimited(fields: object): void {
    if (now() - startedAt >= MINUTE_MS) {
      if (leftOut > 0) log[level]({ leftOut }, `${message}: lines left out`);
      startedAt = now();
      lines = 0;
      leftOut = 0;
    }
    if (lines === LINES_PER_MINUTE) {
      leftOut += 1;
      return;
    }
    lines += 1;
    log[level](fields, message);
  };
}
