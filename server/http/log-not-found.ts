import type { Logger } from 'pino';
import { shortPath } from './path-in-log.ts';

const LINES_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

/**
 * Logs pages that are not found, at most 30 a minute: enough to notice a broken link, and too few for a scanner to fill
 * the disk. The number of skipped lines is logged at the first page that is not found after the minute.
 *
 * @param now a monotonic clock in milliseconds
 */
export function createNotFoundLog(log: Pick<Logger, 'info'>, now = () => performance.now()) {
  let startedAt = now();
  let lines = 0;
  let skipped = 0;
  return function logNotFound(path: string): void {
    if (now() - startedAt >= MINUTE_MS) {
      if (skipped > 0) log.info({ leftOut: skipped }, 'more pages were not found');
      startedAt = now();
      lines = 0;
      skipped = 0;
    }
    if (lines === LINES_PER_MINUTE) {
      skipped += 1;
      return;
    }
    lines += 1;
    log.info({ path: shortPath(path) }, 'page not found');
  };
}
