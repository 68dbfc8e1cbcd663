import { beforeEach, expect, test, vi } from 'vitest';
import { createMemoryLog } from '../../tests/support/server/log.ts';
import { startRetention } from './retention.ts';

const HOUR_MS = 3_600_000;
const NOTHING = { leads: 0, suspects: 0, attempts: 0, mails: 0 };

beforeEach(() => {
  vi.useFakeTimers();
});

test('retention runs at the start and once a day, and logs counts', async () => {
  const { log, lines } = createMemoryLog();
  const deleteExpired = vi.fn(() => Promise.resolve({ ...NOTHING, leads: 3 }));
  const stop = startRetention({ deleteExpired, log });
  await vi.advanceTimersByTimeAsync(0);
  expect(deleteExpired).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(72 * HOUR_MS);
  expect(deleteExpired).toHaveBeenCalledTimes(4);
  expect(lines[0]).toMatchObject({
    msg: 'expired data deleted',
    leads: 3,
    suspects: 0,
    attempts: 0,
    mails: 0,
  });
  await stop();
  await vi.advanceTimersByTimeAsync(72 * HOUR_MS);
  expect(deleteExpired).toHaveBeenCalledTimes(4);
});

test('a failed run is logged, and repeated after an hour', async () => {
  const { log, lines } = createMemoryLog();
  const deleteExpired = vi.fn(() => Promise.resolve(NOTHING));
  deleteExpired.mockRejectedValueOnce(new Error('ECONNREFUSED'));
  const stop = startRetention({ deleteExpired, log });
  await vi.advanceTimersByTimeAsync(HOUR_MS - 1);
  expect(deleteExpired).toHaveBeenCalledTimes(1);
  expect(lines).toMatchObject([
    {
      level: 50,
      msg: 'expired data could not be deleted, will be tried again',
      error: 'Error: ECONNREFUSED',
    },
  ]);
  await vi.advanceTimersByTimeAsync(1);
  expect(deleteExpired).toHaveBeenCalledTimes(2);
  await stop();
});

test('stopping waits for the current run', async () => {
  let finish: (deleted: typeof NOTHING) => void = () => undefined;
  const stop = startRetention({
    deleteExpired: () => new Promise((resolve) => (finish = resolve)),
    log: createMemoryLog().log,
  });
  const end = vi.fn();
  const stopping = stop().then(end);
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(end).not.toHaveBeenCalled();
  finish(NOTHING);
  await stopping;
});

test('a run without a result logs nothing', async () => {
  const { log, lines } = createMemoryLog();
  const deleteExpired = vi.fn(() => Promise.resolve(undefined));
  const stop = startRetention({ deleteExpired, log, everyMs: 60_000, retryMs: 60_000 });
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(deleteExpired).toHaveBeenCalledTimes(3);
  expect(lines).toEqual([]);
  await stop();
});
