import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deleteEndedCounts } from '../../server/operations/retention.ts';
import { setLimits } from '../../server/database/set-lead-limits.ts';
import { inTransaction } from '../../server/database/in-transaction.ts';
import { createTestDatabase } from '../support/database/test-database.ts';
import { insertLead } from '../support/leads/insert-test-lead.ts';
import { CHAT_LEAD } from '../support/leads/sample-leads.ts';

const DEFAULTS = [
  { count: 3, seconds: 10 },
  { count: 10, seconds: 600 },
];

const database = await createTestDatabase();
await database.admin.query('update private.lead_limits set per_minute = null');
const anon = await database.connectAs('anon');
beforeEach(() => database.admin.query('delete from public.leads; delete from private.address_counts'));
afterEach(() => setLimits(database.admin, { LEADS_PER_ADDRESS: DEFAULTS }));

const limitTo = (...limits: { count: number; seconds: number }[]) =>
  setLimits(database.admin, { LEADS_PER_ADDRESS: limits });

/** Sends a lead. @returns 'stored', the seconds to wait, or the code of another error */
async function send(address: string | undefined, { client = anon, submissionId = crypto.randomUUID() } = {}) {
  const headers: Record<string, string> = address === undefined ? {} : { 'cf-connecting-ip': address };
  try {
    await insertLead(client, CHAT_LEAD, submissionId, headers);
    return 'stored';
  } catch (error) {
    const { code, detail } = error as { code: string; detail?: string };
    if (code !== 'PT429') return code;
    return Number(detail);
  }
}

async function sendTimes(address: string | undefined, times: number) {
  const answers = [];
  for (let count = 0; count < times; count += 1) answers.push(await send(address));
  return answers;
}

const countStored = (answers: unknown[]) => answers.filter((answer) => answer === 'stored').length;

/** Lets this many seconds pass. A negative number puts the clock back. */
const passSeconds = (seconds: number) =>
  database.admin.query(
    `update private.address_counts set
      ends_at = ends_at - make_interval(secs => $1),
      stored_at = array(select time - make_interval(secs => $1) from unnest(stored_at) as time)`,
    [seconds],
  );

async function readCounts() {
  const { rows } = await database.admin.query<{ key: string; leads: number }>(
    `select encode(key, 'hex') as key, cardinality(stored_at) as leads
     from private.address_counts order by ends_at, key`,
  );
  return rows;
}

describe('the limit per address', () => {
  test('is by default three leads in ten seconds and ten in ten minutes', async () => {
    const { rows } = await database.admin.query('select * from private.address_limits order by seconds');
    expect(rows).toEqual([
      { seconds: 10, leads: 3 },
      { seconds: 600, leads: 10 },
    ]);
  });

  test('refuses the fourth lead with the seconds to wait, and lets another address send', async () => {
    expect(await sendTimes('198.51.100.7', 4)).toEqual(['stored', 'stored', 'stored', 10]);
    expect(await send('198.51.100.8')).toBe('stored');
    await expect(
      insertLead(anon, CHAT_LEAD, undefined, { 'cf-connecting-ip': '198.51.100.7' }),
    ).rejects.toMatchObject({
      message: 'Too many enquiries have reached us from one address in a short time.',
      hint: 'Please send it again later.',
    });
  });

  test('lets more leads through after ten seconds, until there are too many for ten minutes', async () => {
    await limitTo({ count: 3, seconds: 10 }, { count: 5, seconds: 600 });
    await sendTimes('198.51.100.7', 4);
    await passSeconds(10);
    expect(await sendTimes('198.51.100.7', 3)).toEqual(['stored', 'stored', 590]);
    await passSeconds(590);
    expect(await send('198.51.100.7')).toBe('stored');
  });

  test('holds for any ten seconds: each lead counts until it is ten seconds old', async () => {
    await send('198.51.100.7');
    await passSeconds(9);
    expect(await sendTimes('198.51.100.7', 3)).toEqual(['stored', 'stored', 1]);
    await passSeconds(2);
    expect(await sendTimes('198.51.100.7', 2)).toEqual(['stored', 8]);
  });

  test.each([
    [5.2, 5],
    [9.5, 1],
    [0, 10],
  ])('of one lead in 10 s says, after %f s, to wait %i s', async (passed, wait) => {
    await limitTo({ count: 1, seconds: 10 });
    await send('198.51.100.7');
    await passSeconds(passed);
    expect(await send('198.51.100.7')).toBe(wait);
  });

  test('applies to connections that send at the same time', async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, () => database.connectAs('anon')));
    const answers = await Promise.all(
      clients.map(async (client) => [
        await send('198.51.100.7', { client }),
        await send('198.51.100.7', { client }),
      ]),
    );
    expect(countStored(answers.flat())).toBe(3);
  });

  test('is off if no limit is set', async () => {
    const warnings: string[] = [];
    const listen = ({ message }: { message?: string | undefined }) => warnings.push(message ?? '');
    anon.on('notice', listen);
    await limitTo();
    expect(countStored(await sendTimes('198.51.100.7', 12))).toBe(12);
    expect(await readCounts()).toEqual([]);
    anon.off('notice', listen);
    expect(warnings).toEqual([]);
  });

  test('applies to visitors only, not to the firm’s own imports', async () => {
    await limitTo({ count: 1, seconds: 60 });
    const operator = await database.connectAs('service_role');
    for (const client of [operator, database.admin, operator, database.admin]) {
      expect(await send('198.51.100.7', { client })).toBe('stored');
    }
    expect(await readCounts()).toEqual([]);
  });

  test.each([
    ['0 leads', 'update private.address_limits set leads = 0', 'address_limits_leads_positive'],
    ['0 seconds', 'update private.address_limits set seconds = 0', 'address_limits_seconds_in_a_day'],
  ])('cannot be set to %s', async (_what, sql, constraint) => {
    await expect(database.admin.query(sql)).rejects.toMatchObject({ constraint });
  });

  test('can be set by several servers at once', async () => {
    const clients = await Promise.all(Array.from({ length: 4 }, () => database.connectAs('postgres')));
    await Promise.all(
      clients.map((client, index) =>
        setLimits(client, { LEADS_PER_ADDRESS: [{ count: 5, seconds: 10 + (index % 2) }] }),
      ),
    );
    await limitTo({ count: 9, seconds: 60 }, { count: 5, seconds: 60 });
    const { rows } = await database.admin.query('select * from private.address_limits');
    expect(rows).toEqual([{ seconds: 60, leads: 5 }]);
  });
});

describe('the limit is for each sender:', () => {
  test.each([
    ['one IPv4 address, also on an IPv6 socket', '198.51.100.7', '::ffff:198.51.100.7', 10],
    ['one IPv4 address in hexadecimal', '198.51.100.7', '::FFFF:c633:6407', 10],
    ['two IPv4 addresses', '198.51.100.7', '198.51.100.8', 'stored'],
    ['one /64 network', '2001:db8:1:2::1', '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', 10],
    ['two /64 networks', '2001:db8:1:2::1', '2001:db8:1:3::1', 'stored'],
    ['one link-local network with zones', 'fe80::1%eth0', 'fe80::2%eth1', 10],
    ['two addresses that only look IPv4-mapped', '2001:db8::ffff:1:2', '2001:db8:0:1::ffff:1:2', 'stored'],
  ])('%s: after three leads from %s, a lead from %s gets %j', async (_what, first, second, answer) => {
    await sendTimes(first, 3);
    expect(await send(second)).toBe(answer);
  });

  test.each([
    [
      '/64 networks of one /48 may together send ten times as much as one',
      (host: number) => `2001:db8:1:${host}::1`,
      30,
    ],
    [
      'IPv4 addresses may each send as much as one: no wider IPv4 network is limited',
      (host: number) => `198.51.100.${host}`,
      36,
    ],
  ])('twelve %s', async (_what, nameHost, stored) => {
    const answers = [];
    for (let host = 1; host <= 12; host += 1) answers.push(...(await sendTimes(nameHost(host), 3)));
    expect(countStored(answers)).toBe(stored);
    expect(await send('2001:db8:2:1::1')).toBe('stored');
  });

  test.each([[undefined], [''], ['unknown'], ['198.51.100'], [`'; drop table leads; --`]])(
    '%j is no IP address and is not counted',
    async (address) => {
      expect(countStored(await sendTimes(address, 5))).toBe(5);
      expect(await readCounts()).toEqual([]);
    },
  );
});

describe('a lead is not counted if it is not stored', () => {
  test('because it breaks a rule', async () => {
    const headers = { 'cf-connecting-ip': '198.51.100.7' };
    for (let count = 0; count < 5; count += 1) {
      const broken = insertLead(anon, { ...CHAT_LEAD, phone: '1' }, undefined, headers);
      await expect(broken).rejects.toMatchObject({ code: '23514' });
    }
    expect(countStored(await sendTimes('198.51.100.7', 3))).toBe(3);
  });

  test('because an earlier request has stored it already', async () => {
    const submissionId = crypto.randomUUID();
    expect(await send('198.51.100.7', { submissionId })).toBe('stored');
    for (let count = 0; count < 5; count += 1) {
      expect(await send('198.51.100.7', { submissionId })).toBe('23505');
    }
    expect(await sendTimes('198.51.100.7', 3)).toEqual(['stored', 'stored', 10]);
    // Now the sender is above the limit, and a repeat is still reported as one.
    expect(await send('198.51.100.7', { submissionId })).toBe('23505');
  });

  test('because the request had no lead: an empty array', async () => {
    await inTransaction(anon, async () => {
      await anon.query(`select set_config('request.headers', '{"cf-connecting-ip": "198.51.100.7"}', true)`);
      await anon.query(`insert into public.leads (name) select 'Iain' where false`);
    });
    expect(await readCounts()).toEqual([]);
  });

  test('because the limit refuses it: leads above the limit of ten seconds do not use up the limit of ten minutes, or that of the /48 network', async () => {
    await sendTimes('2001:db8:1:2::1', 20);
    expect((await readCounts()).map(({ leads }) => leads)).toEqual([3, 3, 3]);
  });

  test('because there are too many leads in all', async () => {
    await database.admin.query('update private.lead_limits set per_minute = 1, per_day = 1');
    await send('198.51.100.7');
    const refused = insertLead(anon, CHAT_LEAD, undefined, { 'cf-connecting-ip': '198.51.100.7' });
    await expect(refused).rejects.toMatchObject({ code: 'PT429', detail: undefined });
    await database.admin.query('update private.lead_limits set per_minute = null, per_day = default');
    expect(countStored(await sendTimes('198.51.100.7', 5))).toBe(2);
  });
});

test('a /32 network may send a hundred times as much as one /64 network, over however many /48 networks its leads are spread', async () => {
  await limitTo({ count: 1, seconds: 60 });
  const hosts = Array.from({ length: 13 }, (_, site) =>
    Array.from({ length: 10 }, (_, host) => `2001:db8:${site + 1}:${host + 1}::1`),
  ).flat();
  const answers = [];
  for (const host of hosts) answers.push(await send(host));
  expect(countStored(answers)).toBe(100);
  expect(countStored(answers.slice(0, 100))).toBe(100);
  expect(await send('2001:db9::1')).toBe('stored');
});

test('no network may send more than 1,000 because of its width', async () => {
  await limitTo({ count: 11, seconds: 60 });
  await send('2001:db8:1:1::1');
  // The row of the /32 network is the one that all of these share.
  for (const site of [2, 3]) await send(`2001:db8:${site}:1::1`);
  await database.admin.query(
    `update private.address_counts set stored_at = array_fill(now(), array[999])
     where cardinality(stored_at) = 3`,
  );
  expect([await send('2001:db8:4:1::1'), await send('2001:db8:5:1::1')]).toEqual(['stored', 60]);
});

test('if the counting fails, the lead is stored', async () => {
  await database.admin.query('alter table private.address_counts rename to renamed');
  const answers = await sendTimes('198.51.100.7', 5);
  await database.admin.query('alter table private.renamed rename to address_counts');
  expect(countStored(answers)).toBe(5);
});

describe('a count', () => {
  test('is stored under a hash, without the IP address', async () => {
    await send('198.51.100.7');
    const counts = await readCounts();
    expect(counts).toEqual([{ key: expect.stringMatching(/^[\da-f]{64}$/) as string, leads: 1 }]);
    const { rows } = await database.admin.query<{ row: string }>(
      'select leads::text || notifications::text as row from public.leads join private.notifications on lead_id = id',
    );
    expect(JSON.stringify([counts, rows])).not.toContain('198.51.100.7');
  });

  test('has a keyed hash: with another secret, the same address has another hash', async () => {
    await send('198.51.100.7');
    await database.admin.query(`update private.secrets set value = 'another' where name = 'submission'`);
    await send('198.51.100.7');
    expect(await readCounts()).toHaveLength(2);
  });

  test('is deleted when no lead in it counts any more, or when a wrong clock wrote it', async () => {
    await send('198.51.100.7');
    await database.admin.query(
      `insert into private.address_counts values ('wrong clock', now() + interval '25 hours', '{}')`,
    );
    await passSeconds(10);
    // No limit is for more than a day. The other row ends in more than a day, so a wrong clock must have written it.
    await deleteEndedCounts(database.admin);
    expect(await readCounts()).toHaveLength(1);
    await passSeconds(590);
    await deleteEndedCounts(database.admin);
    expect(await readCounts()).toEqual([]);
  });

  test('is kept while its last lead counts', async () => {
    await send('198.51.100.7');
    await passSeconds(300);
    await send('198.51.100.7');
    await passSeconds(400);
    await deleteEndedCounts(database.admin);
    expect((await readCounts()).map(({ leads }) => leads)).toEqual([2]);
  });

  test('that has ended is not deleted while a new lead is being counted in its row, and the deletion does not wait', async () => {
    await send('198.51.100.7');
    await passSeconds(600);
    await anon.query('begin');
    await anon.query(`select set_config('request.headers', '{"cf-connecting-ip": "198.51.100.7"}', true)`);
    await anon.query(
      `insert into public.leads (name, phone, message, source) values ('Iain', '0131 496 0456', 'x', 'chat_widget')`,
    );
    await database.admin.query(`set lock_timeout = '1s'`);
    await deleteEndedCounts(database.admin);
    await anon.query('commit');
    expect((await readCounts()).map(({ leads }) => leads)).toEqual([1]);
  });

  test('that ends too late, because a clock was wrong, starts again at the next lead', async () => {
    await sendTimes('198.51.100.7', 4);
    await passSeconds(-3_600);
    expect(await sendTimes('198.51.100.7', 4)).toEqual(['stored', 'stored', 'stored', 10]);
  });

  test('is lost in a crash: the table is unlogged', async () => {
    const { rows } = await database.admin.query(
      `select relpersistence from pg_class where oid = 'private.address_counts'::regclass`,
    );
    expect(rows).toEqual([{ relpersistence: 'u' }]);
  });
});
