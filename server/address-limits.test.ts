import type { Pool } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { createMemoryLog } from '../tests/support/log.ts';
import { openAddressLimits, type AddressLimits } from './address-limits.ts';

const WINDOWS = [
  { count: 3, seconds: 10 },
  { count: 10, seconds: 600 },
];

let limits: (AddressLimits & { close: () => void }) | undefined;
afterEach(() => limits?.close());

/** The keys that a statement counts. */
const keysOf = ({ values: [counts] }: { values: [string] }) =>
  (JSON.parse(counts) as { key: string }[]).map(({ key }) => key);

/** Limits whose store answers as it is told. */
function open(query: (statement: { values: [string] }) => Promise<unknown>, windows = WINDOWS) {
  const store = vi.fn(query);
  const { log, lines } = createMemoryLog();
  limits = openAddressLimits({
    pool: { query: store } as unknown as Pool,
    secret: 'secret of the tests',
    leads: windows,
    calls: [],
    log,
  });
  return { leads: limits.leads, calls: limits.calls, store, lines };
}

const broken = () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:5432'));
/** A store in which an address has sent so many, in a window that ends in this time. */
const holding = (points: number, msToGo: number) => (statement: { values: [string] }) =>
  Promise.resolve({ rows: keysOf(statement).map((key) => ({ key, points, expire: Date.now() + msToGo })) });

test('what cannot be counted goes through: no lead is lost because counting is out of order', async () => {
  const { leads, lines } = open(broken);
  for (let count = 0; count < 20; count += 1) expect(await leads.count('198.51.100.7')).toBeUndefined();
  expect(lines[0]).toMatchObject({ what: 'leads', msg: 'an address could not be counted' });
});

test('what cannot be forgiven fails nothing', async () => {
  const { leads, lines } = open(broken);
  await leads.forgive('198.51.100.7');
  expect(lines).toMatchObject([{ msg: 'an address could not be forgiven' }]);
});

test('neither the store nor the log ever sees an address', async () => {
  const { leads, store, lines } = open(broken);
  await leads.count('198.51.100.7');
  await leads.forgive('2001:db8:1:2::9');
  expect(store).toHaveBeenCalled();
  expect(JSON.stringify([store.mock.calls, lines])).not.toMatch(/198\.51|2001:db8/);
});

test.each([
  [3, 4_200, undefined],
  [4, 4_200, 5],
  [4, 9_999, 10],
  [4, 1, 1],
  [400, 0, 1],
])('%i in a window that ends in %i ms: wait %s seconds', async (points, msToGo, seconds) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { leads } = open(holding(points, msToGo), [{ count: 3, seconds: 10 }]);
  expect(await leads.count('198.51.100.7')).toBe(seconds);
  vi.useRealTimers();
});

test('who is over the limit is not looked up again while the window lasts', async () => {
  const { leads, store } = open(holding(4, 60_000), [{ count: 3, seconds: 60 }]);
  for (let count = 0; count < 20; count += 1) expect(await leads.count('198.51.100.7')).toBeGreaterThan(0);
  expect(store).toHaveBeenCalledTimes(1);
});

test('a sender that cannot be known is not counted, and goes through', async () => {
  const { leads, store } = open(broken);
  expect(await leads.count(undefined)).toBeUndefined();
  await leads.forgive(undefined);
  expect(store).not.toHaveBeenCalled();
});

test('without windows nothing is counted and everything goes through', async () => {
  const { calls, store } = open(broken);
  expect(await calls.count('198.51.100.7')).toBeUndefined();
  await calls.forgive('198.51.100.7');
  expect(store).not.toHaveBeenCalled();
});
