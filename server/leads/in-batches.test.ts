import { expect, test } from 'vitest';
import { waitUntil } from '../../tests/support/wait-until.ts';
import { inBatches } from './in-batches.ts';

/** Batches work that doubles numbers and finishes when the test calls `end` or `fail`, the oldest batch first. */
function setUp(options: { maxBatchSize?: number; patienceMs?: number } = {}) {
  const batches: number[][] = [];
  const endings: PromiseWithResolvers<null>[] = [];
  const double = inBatches<number, number>(
    async (items) => {
      batches.push([...items]);
      const ending = Promise.withResolvers<null>();
      endings.push(ending);
      await ending.promise;
      return items.map((item) => (item < 0 ? new RangeError(`${item} is negative`) : item * 2));
    },
    { maxBatchSize: 10, patienceMs: 60_000, ...options },
  );
  const nextTurn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  return {
    batches,
    double,
    nextTurn,
    end: () => endings.shift()?.resolve(null),
    fail: () => endings.shift()?.reject(new Error('the work failed')),
  };
}

test('a single item starts at once; items that arrive while it runs wait and form the next batch', async () => {
  const { batches, double, nextTurn, end } = setUp();
  const first = double(1);
  await nextTurn();
  expect(batches).toEqual([[1]]);
  const others = [double(2), double(3)];
  await nextTurn();
  others.push(double(4));
  await nextTurn();
  expect(batches).toEqual([[1]]);
  end();
  expect(await first).toBe(2);
  expect(batches, 'the next batch starts before the results of the first are returned').toEqual([
    [1],
    [2, 3, 4],
  ]);
  end();
  expect(await Promise.all(others)).toEqual([4, 6, 8]);
});

test('items added in one turn of the event loop form one batch, and equal items are not merged', async () => {
  const { batches, double, nextTurn, end } = setUp();
  const results = Promise.all([double(1), double(1), double(2)]);
  await nextTurn();
  end();
  expect(await results).toEqual([2, 2, 4]);
  expect(batches).toEqual([[1, 1, 2]]);
});

test('no batch exceeds maxBatchSize; the surplus starts in further batches at once', async () => {
  const { batches, double, nextTurn, end } = setUp({ maxBatchSize: 2 });
  const results = Promise.all([1, 2, 3, 4, 5].map(double));
  await nextTurn();
  expect(batches.map(({ length }) => length)).toEqual([2, 2, 1]);
  batches.forEach(end);
  expect(await results).toEqual([2, 4, 6, 8, 10]);
});

test('an Error among the results rejects only its own item', async () => {
  const { double, nextTurn, end } = setUp();
  const results = Promise.allSettled([double(1), double(-1)]);
  await nextTurn();
  end();
  expect(await results).toMatchObject([
    { status: 'fulfilled', value: 2 },
    { status: 'rejected', reason: { message: '-1 is negative' } },
  ]);
});

test('if the work rejects, every item of the batch rejects, and the next batch still runs', async () => {
  const { double, nextTurn, end, fail } = setUp();
  const failing = Promise.allSettled([double(1), double(2)]);
  await nextTurn();
  const next = double(3);
  fail();
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await nextTurn();
  end();
  expect(await next).toBe(6);
});

test('after patienceMs the next batch starts, although the previous one still runs', async () => {
  const { batches, double, nextTurn, end } = setUp({ patienceMs: 1 });
  const hanging = double(1);
  await nextTurn();
  const next = double(2);
  await waitUntil('the next batch has started', () => Promise.resolve(batches.length === 2));
  expect(batches).toEqual([[1], [2]]);
  end();
  end();
  expect(await Promise.all([hanging, next])).toEqual([2, 4]);
});
