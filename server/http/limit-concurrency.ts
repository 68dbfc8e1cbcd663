/**
 * Limits how many pieces of work run at once. A few more wait for their turn.
 *
 * @returns a function that runs the work, or resolves with undefined at once when too many are waiting
 */
export function limitConcurrency({ running, waiting }: { running: number; waiting: number }) {
  const queue: (() => void)[] = [];
  let active = 0;

  return async function run<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    if (active >= running) {
      if (queue.length >= waiting) return undefined;
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      active += 1;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      // The next one takes over this place.
      if (next) next();
      else active -= 1;
    }
  };
}
