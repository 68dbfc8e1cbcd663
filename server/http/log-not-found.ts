import type { Logger } from 'pino';
import { shortPath } from './short-path.ts';

const LINES_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

/**
 * Logs pages that are not found: enough to see a broken link, and no more than a scanner may fill a disk with. What is
 * left out is counted, and told with the next line of a later minute.
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
