import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openAddressLimits } from '../../server/address-limits.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createMemoryLog } from '../support/log.ts';
import { openPool } from '../support/stack.ts';
import { waitUntil } from '../support/wait-until.ts';

const WINDOWS = [
  { count: 3, seconds: 10 },
  { count: 5, seconds: 600 },
];

let database: TestDatabase;
const opened: { close: () => void }[] = [];
const pools: Pool[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.admin.query('delete from private.rate_limits');
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const limits of opened.splice(0)) limits.close();
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
});
afterAll(() => database.drop());

/** The limits as one server has them: a pool and a memory of its own. */
function openServer(secret = 'shared') {
  const pool = openPool(database, 'limiter');
  pools.push(pool);
  const { log, lines } = createMemoryLog();
  const limits = openAddressLimits({ pool, secret, leads: WINDOWS, calls: WINDOWS, log });
  opened.push(limits);
  return { ...limits, lines };
}

const countTimes = async (
  limit: { count(address: string): Promise<number | undefined> },
  address: string,
  times: number,
) => {
  const waits = [];
  for (let count = 0; count < times; count += 1) waits.push(await limit.count(address));
  return waits;
};

async function readKeys(): Promise<string[]> {
  const { rows } = await database.admin.query<{ key: string }>(
    'select key from private.rate_limits order by 1',
  );
  return rows.map(({ key }) => key);
}

test('two servers on one database count together', async () => {
  const [first, second] = [openServer(), openServer()];
  expect(await countTimes(first.leads, '198.51.100.7', 2)).toEqual([undefined, undefined]);
  expect(await countTimes(second.leads, '198.51.100.7', 2)).toEqual([undefined, 10]);
  expect(await first.leads.count('198.51.100.7')).toBe(10);
  expect([...first.lines, ...second.lines]).toEqual([]);
});

test('a hundred at once are counted right', async () => {
  const servers = [openServer(), openServer()];
  const waits = await Promise.all(
    Array.from({ length: 50 }, () => servers.map(({ leads }) => leads.count('198.51.100.7'))).flat(),
  );
  expect(waits.filter((wait) => wait === undefined)).toHaveLength(3);
});

test('when the short window has ended, more goes through until the long one is full', async () => {
  const { leads } = openServer();
  await countTimes(leads, '198.51.100.7', 4);
  vi.setSystemTime(Date.now() + 10_001);
  expect(await countTimes(leads, '198.51.100.7', 3)).toEqual([undefined, undefined, 590]);
  vi.setSystemTime(Date.now() + 590_000);
  expect(await leads.count('198.51.100.7')).toBeUndefined();
});

test('addresses, and kinds of requests, are counted apart; a /64 network together', async () => {
  const { leads, calls } = openServer();
  await countTimes(leads, '2001:db8:1:2::1', 4);
  expect(await leads.count('2001:db8:1:2:ffff::9')).toBe(10);
  expect(await leads.count('2001:db8:1:3::1')).toBeUndefined();
  expect(await calls.count('2001:db8:1:2::1')).toBeUndefined();
  await countTimes(leads, '198.51.100.7', 3);
  expect(await leads.count('::ffff:198.51.100.7')).toBe(10);
});

test.each([
  ['a /64 within it', (host: number) => `2001:db8:1:${host.toString(16)}::1`, 30],
  ['an IPv4 address', (host: number) => `198.51.100.${host}`, 36],
])(
  'a /48 network may send ten times what one sender may: 12 hosts, each %s',
  async (_what, nameHost, sent) => {
    const { leads } = openServer();
    const hosts = Array.from({ length: 12 }, (_, index) => nameHost(index + 1));
    const waits = await Promise.all(hosts.map((host) => countTimes(leads, host, 3)));
    expect(waits.flat().filter((wait) => wait === undefined)).toHaveLength(sent);
    expect(await leads.count('2001:db8:2:1::1')).toBeUndefined();
  },
);

test('what is forgiven was never counted', async () => {
  const { leads } = openServer();
  for (let round = 0; round < 20; round += 1) {
    expect(await leads.count('198.51.100.7')).toBeUndefined();
    await leads.forgive('198.51.100.7');
  }
  for (let round = 0; round < 60; round += 1) {
    const address = `2001:db8:1:${round.toString(16)}::1`;
    expect(await leads.count(address)).toBeUndefined();
    await leads.forgive(address);
  }
});

describe('what is kept', () => {
  test('names no address, and with another secret nobody', async () => {
    await openServer().leads.count('198.51.100.7');
    const keys = await readKeys();
    expect(keys).toEqual([
      expect.stringMatching(/^leads in 10 s:[\w-]{43}$/),
      expect.stringMatching(/^leads in 600 s:[\w-]{43}$/),
    ]);
    await openServer('another').leads.count('198.51.100.7');
    expect(await readKeys()).toHaveLength(4);
  });

  test('goes within a minute of its end, and what a wrong clock left at once', async () => {
    const { leads } = openServer();
    await leads.count('198.51.100.7');
    await database.admin.query(`insert into private.rate_limits values ('of a wrong clock', 4, $1)`, [
      // The longest window is 600 s.
      Date.now() + 720_000,
    ]);
    const hasGone = (key: string) => async () => !(await readKeys()).some((kept) => kept.startsWith(key));
    vi.advanceTimersByTime(60_000);
    await waitUntil('the short window has gone', hasGone('leads in 10 s'));
    await waitUntil('the wrong clock has gone', hasGone('of a wrong clock'));
    expect(await readKeys()).toHaveLength(1);
    vi.advanceTimersByTime(600_000);
    await waitUntil('all has gone', hasGone(''));
  });

  test('blocks nobody for longer than a minute when a clock was wrong', async () => {
    const { leads } = openServer();
    vi.setSystemTime(Date.now() + 3_600_000);
    await countTimes(leads, '198.51.100.7', 4);
    vi.setSystemTime(Date.now() - 3_600_000);
    expect(await leads.count('198.51.100.7')).toBeGreaterThan(600);
    vi.advanceTimersByTime(60_000);
    await waitUntil('it may send again', async () => (await leads.count('198.51.100.7')) === undefined);
  });

  test('does not outlive a crash: the table writes no log', async () => {
    const { rows } = await database.admin.query(
      `select relpersistence from pg_class where oid = 'private.rate_limits'::regclass`,
    );
    expect(rows).toEqual([{ relpersistence: 'u' }]);
  });
});
