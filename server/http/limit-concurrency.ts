import pLimit from 'p-limit';

/** After how many seconds a client may try again that was refused because too many requests wait. */
export const BUSY_SECONDS = 5;

/**
 * Limits how many pieces of work run at the same time. A few more wait for their turn.
 *
 * @returns a function that runs the work; it resolves with undefined at once when too many are waiting
 */
export function limitConcurrency({ running, waiting }: { running: number; waiting: number }) {
  const limit = pLimit(running);
  return async function run<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    const isFull = limit.activeCount + limit.pendingCount >= running + waiting;
    return isFull ? undefined : limit(work);
  };
}
