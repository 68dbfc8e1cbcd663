import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import DataLoader from 'dataloader';

type Options = {
  /** How many items a batch may have. Further items start another batch at the same time. */
  maxBatchSize: number;
  /** How long a batch waits for the previous one. */
  patienceMs?: number;
};

/**
 * Batches work: while one batch is being processed, new items are collected for the next. An item that arrives while no
 * batch is being processed starts at once, as a batch of one.
 *
 * @param work resolves with a result for each item, in their order. An Error among the results fails that item; a
 *   rejection fails all items.
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
      // The next batch starts as soon as this one has ended. The callers get this one's results one turn of the event
      // loop later, so that the database works on the next batch while the server writes the responses.
      return results.finally(() => nextTurn());
    },
    {
      cache: false,
      maxBatchSize,
      batchScheduleFn: (start) => {
        // Waits no longer than `patienceMs`, so that a batch that hangs does not block the next one.
        void Promise.race([underWay, delay(patienceMs, undefined, { ref: false })]).then(start);
      },
    },
  );
  return (item) => loader.load(item);
}
