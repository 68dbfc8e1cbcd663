import { beforeEach, expect, test, vi } from 'vitest';
import { openLoadLimits } from './load-limits.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

const IP = '198.51.100.7';
const REFUSED = { status: 429 };

test('a limit ends after a minute', async () => {
  const limits = openLoadLimits(1);
  await limits.countWithoutKey(IP);
  for (let count = 0; count < 5; count += 1) await (await limits.begin(IP, 'right')).noteRightKey();
  await expect(limits.countWithoutKey(IP)).rejects.toMatchObject(REFUSED);
  await expect(limits.begin(IP, 'right')).rejects.toMatchObject(REFUSED);
  await vi.advanceTimersByTimeAsync(60_001);
  await limits.countWithoutKey(IP);
  await limits.begin(IP, 'right');
});

test('of a network above its limit, calls with unknown keys take turns, and those with a known key do not wait', async () => {
  const limits = openLoadLimits(1);
  await (await limits.begin(IP, 'right')).noteRightKey();
  await limits.countWithoutKey(IP);
  const release = Promise.withResolvers<undefined>();
  const running: string[] = [];
  const calls = ['first guess', 'second guess', 'third guess', 'right'].map(async (key) => {
    const { runLimited } = await limits.begin(IP, key);
    return runLimited(() => {
      running.push(key);
      return release.promise;
    });
  });
  await expect.poll(() => running.length).toBe(2);
  expect(running.toSorted()).toEqual(['first guess', 'right']);
  release.resolve(undefined);
  await Promise.all(calls);
  expect(running).toHaveLength(4);
});

test('a key that is wrong is not remembered', async () => {
  const limits = openLoadLimits(1);
  for (let count = 0; count < 1_000; count += 1) await limits.begin(IP, `guess ${count}`);
  expect(vi.getTimerCount()).toBe(0);
});

test('without limits, nothing is counted', async () => {
  const limits = openLoadLimits(undefined);
  for (let count = 0; count < 1_000; count += 1) {
    await limits.countWithoutKey(IP);
    await (await limits.begin(IP, 'right')).noteRightKey();
  }
  expect(vi.getTimerCount()).toBe(0);
});
