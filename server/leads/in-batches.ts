import { setTimeout as delay } from 'node:timers/promises';
import DataLoader from 'dataloader';

type Options = {
  /** How many items a batch may have; more items start another batch beside it. */
  maxBatchSize: number;
  /** How long a batch waits for the previous one. */
  patienceMs?: number;
};

/**
 * Batches work: while a batch is under way, the next one fills. An item that arrives while nothing is under way
 * starts at once, as a batch of one.
 *
 * @param work resolves with a result for each item, in their order. An Error among them fails that item, a
 *   rejection fails them all.
 */
export function inBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<(Result | Error)[]>,
  { maxBatchSize, patienceMs = 500 }: Options,
): (item: Item) => Promise<Result> {
  let underWay: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<Item, Result>(
    (items) => {
      const results = work(items);
      underWay = results.catch(() => undefined);
      return results;
    },
    {
      cache: false,
      maxBatchSize,
      batchScheduleFn: (start) => {
        // A batch that hangs must not hold up the next ones for as long.
        void Promise.race([underWay, delay(patienceMs, undefined, { ref: false })])
          // Includes every item that this turn of the event loop still brings.
          .then(() => setImmediate(start));
      },
    },
  );
  return (item) => loader.load(item);
}
