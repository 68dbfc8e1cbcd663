import type { Logger } from 'pino';
import { shortPath } from './short-path.ts';

const LINES_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

/**
 * Logs pages that are not found, at most 30 a minute: enough to notice a broken link, and too few for a scanner to fill
 * the disk. The number of those that were left out is logged with the first one after that minute.
 *
 * @param now a monotonic clock in milliseconds
 */
export function createNotFoundLog(log: Pick<Logger, 'info'>, now = () => performance.now()) {
  let startedAt = now();
  let lines = 0;
  let leftOut = 0;
  return function logNotFound(path: string): void {
    if (now() - startedAt >= MINUTE_MS) {
      if (leftOut > 0) log.info({ leftOut }, 'more pages were not found');
      startedAt = now();
      lines = 0;
      leftOut = 0;
    }
    if (lines === LINES_PER_MINUTE) {
      leftOut += 1;
      return;
    }
    lines += 1;
    log.info({ path: shortPath(path) }, 'page not found');
  };
}
