import { beforeEach, expect, test, vi } from 'vitest';
import { repeat } from './repeat.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

test('the work is done at once, and again after a pause that begins when it has ended', async () => {
  const works: PromiseWithResolvers<number>[] = [];
  const end = repeat(() => {
    const work = Promise.withResolvers<number>();
    works.push(work);
    return work.promise;
  });
  expect(works).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(works).toHaveLength(1);
  works[0]?.resolve(1_000);
  await vi.advanceTimersByTimeAsync(999);
  expect(works).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(works).toHaveLength(2);
  works[1]?.resolve(1_000);
  await vi.advanceTimersByTimeAsync(500);
  await end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(works).toHaveLength(2);
});

test.each([0, 300])('when it is ended, the work that is being done is told after %i ms', async (graceMs) => {
  let toldAt: number | undefined;
  const begun = Date.now();
  const work = vi.fn(
    (signal: AbortSignal) =>
      new Promise<number>((resolve) => {
        signal.addEventListener('abort', () => {
          toldAt = Date.now() - begun;
          resolve(1);
        });
      }),
  );
  const ended = repeat(work, graceMs)();
  expect(toldAt).toBe(graceMs === 0 ? 0 : undefined);
  await vi.advanceTimersByTimeAsync(graceMs);
  await ended;
  expect(toldAt).toBe(graceMs);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(work).toHaveBeenCalledOnce();
});
