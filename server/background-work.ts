import { setImmediate } from 'node:timers/promises';

/** Work that begins after the response to a request, so that the response's time tells nothing about it. */
export function createBackgroundWork() {
  const underWay = new Set<Promise<unknown>>();
  return {
    start(work: () => Promise<unknown>, onFailed: (error: unknown) => void): void {
      const done = setImmediate()
        .then(work)
        .catch(onFailed)
        .finally(() => underWay.delete(done));
      underWay.add(done);
    },
    async settle(): Promise<void> {
      await Promise.all(underWay);
    },
  };
}

export type BackgroundWork = ReturnType<typeof createBackgroundWork>;
