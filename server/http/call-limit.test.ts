import { beforeEach, expect, test, vi } from 'vitest';
import { openCallLimit, type CallLimit } from '../http/call-limit.ts';

const WINDOWS = [
  { count: 3, seconds: 10 },
  { count: 5, seconds: 600 },
];

beforeEach(() => {
  vi.useFakeTimers();
});

async function countTimes(limit: CallLimit, ip: string | undefined, times: number) {
  const waits = [];
  for (let count = 0; count < times; count += 1) waits.push(await limit.count(ip));
  return waits;
}

test('a call above the limit gets the seconds to wait; a call from another IP address does not', async () => {
  const limit = openCallLimit(WINDOWS);
  expect(await countTimes(limit, '198.51.100.7', 4)).toEqual([undefined, undefined, undefined, 10]);
  await vi.advanceTimersByTimeAsync(5_800);
  expect(await limit.count('198.51.100.7')).toBe(5);
  expect(await limit.count('198.51.100.8')).toBeUndefined();
});

test('a call that the short window refuses is not counted in the long one', async () => {
  const limit = openCallLimit(WINDOWS);
  await countTimes(limit, '198.51.100.7', 9);
  await vi.advanceTimersByTimeAsync(10_001);
  expect(await countTimes(limit, '198.51.100.7', 3)).toEqual([undefined, undefined, 590]);
  await vi.advanceTimersByTimeAsync(590_000);
  expect(await limit.count('198.51.100.7')).toBeUndefined();
});

test('a /64 network is one caller, and a /48 network may call ten times as often', async () => {
  const limit = openCallLimit([{ count: 3, seconds: 10 }]);
  await countTimes(limit, '2001:db8:1:2::1', 3);
  expect(await limit.count('2001:db8:1:2:ffff::9')).toBe(10);
  for (let host = 3; host < 12; host += 1) {
    expect(await countTimes(limit, `2001:db8:1:${host}::1`, 3)).toEqual(Array(3).fill(undefined));
  }
  expect(await limit.count('2001:db8:1:12::1')).toBe(10);
});

test('a /32 network may call a hundred times as often', async () => {
  const limit = openCallLimit([{ count: 1, seconds: 10 }]);
  for (let site = 0; site < 100; site += 1) {
    expect(await limit.count(`2001:db8:${site}::1`)).toBeUndefined();
  }
  expect(await limit.count('2001:db8:100::1')).toBe(10);
});

test('when a /48 network has used up its calls, more of its /64 networks are not remembered, so that they cannot fill the memory', async () => {
  const limit = openCallLimit(WINDOWS);
  for (let host = 0; host < 1_000; host += 1) await limit.count(`2001:db8:1:${host.toString(16)}::1`);
  // Each count has a timer. Of the 1,000 /64 networks 30 were counted, and their /48 and /32, in two windows each.
  expect(vi.getTimerCount()).toBe(64);
});

test('simultaneous calls are each counted', async () => {
  const limit = openCallLimit(WINDOWS);
  const waits = await Promise.all(Array.from({ length: 10 }, () => limit.count('198.51.100.7')));
  expect(waits.filter((wait) => wait === undefined)).toHaveLength(3);
});

test.each([
  ['an unknown IP address', WINDOWS, undefined],
  ['a limit that is off', [], '198.51.100.7'],
])('with %s, calls are not limited', async (_what, windows, ip) => {
  expect(await countTimes(openCallLimit(windows), ip, 20)).toEqual(Array(20).fill(undefined));
});
