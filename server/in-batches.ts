import DataLoader from 'dataloader';

type Options = {
  /** How many items a batch may have: what comes beyond them is a batch of its own. */
  maxBatchSize: number;
};

/**
 * Does together what comes together: while a batch is under way the next one fills. What comes alone is a
 * batch of one, at once.
 *
 * @param work resolves with a result for each item, in their order. An Error among them fails that item, a
 *   rejection fails them all.
 */
export function inBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<(Result | Error)[]>,
  { maxBatchSize }: Options,
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
        // With all that this turn of the event loop still brings.
        void underWay.then(() => setImmediate(start));
      },
    },
  );
  return (item) => loader.load(item);
}
