import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { listMigrations } from '../../server/database/migrate.ts';
import { createHealth } from '../../server/operations/health.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';
import { insertLead } from '../support/leads/insert-test-lead.ts';
import { CHAT_LEAD } from '../support/leads/sample-leads.ts';
import { createMemoryLog } from '../support/server/log.ts';
import { ALL_OK, EMPTY_QUEUE } from '../support/server/test-app.ts';

let database: TestDatabase;
let probe: pg.Pool;
let clock: number;
beforeEach(async () => {
  database = await createTestDatabase();
  probe = openProbe(database.url);
  clock = 0;
});

function openProbe(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1, options: '-c role=leads_probe' });
  pool.on('error', () => undefined);
  return pool;
}

async function setUp(overrides: Partial<Parameters<typeof createHealth>[0]> = {}) {
  const { log, lines } = createMemoryLog();
  const health = createHealth({
    probe,
    migrations: await listMigrations(),
    isSending: () => true,
    log,
    now: () => clock,
    ...overrides,
  });
  /** Asks again after the cached result has expired. */
  const look = () => {
    clock += 1_000;
    return health.readiness();
  };
  return { health, look, lines };
}

const UNKNOWN = {
  notifications: 'unknown',
  sellerMails: 'unknown',
  pushes: 'unknown',
  retention: 'unknown',
  access: 'unknown',
  clock: 'unknown',
};

async function insertLeadOfAge(minutes: number): Promise<void> {
  await insertLead(database.admin, CHAT_LEAD);
  await database.admin.query(
    `update private.notifications set made_at = now() - make_interval(mins => $1)
     where made_at = (select max(made_at) from private.notifications)`,
    [minutes],
  );
}

const markAllSent = () => database.admin.query('update private.notifications set sent_at = now()');

test('a database that is up to date, with a sender at work, is ready', async () => {
  const { look } = await setUp();
  expect(await look()).toEqual({ status: 'ready', checks: ALL_OK });
});

test('a server whose sender has stopped is not ready', async () => {
  const { look } = await setUp({ isSending: () => false });
  expect(await look()).toEqual({ status: 'unavailable', checks: { ...ALL_OK, sender: 'stopped' } });
});

test('a mailbox that is not read is a warning', async () => {
  const { look } = await setUp({ isMailboxRead: () => false });
  expect(await look()).toEqual({ status: 'warning', checks: { ...ALL_OK, mailbox: 'unread' } });
});

test.each(['low', 'full'] as const)('%s room for pictures and documents is a warning', async (state) => {
  const { look, health } = await setUp({
    readRoom: () => Promise.resolve({ papersBytes: 7, freeBytes: 9, state }),
  });
  expect(await look()).toEqual({ status: 'warning', checks: { ...ALL_OK, room: state } });
  expect(await health.room()).toMatchObject({ papersBytes: 7 });
});

test.each<[what: string, aheadMs: number, status: string, clock: string]>([
  ['six seconds ahead of the database', 6_000, 'warning', 'wrong'],
  ['six seconds behind it', -6_000, 'warning', 'wrong'],
  ['four seconds ahead of it', 4_000, 'ready', 'ok'],
])('a clock that is %s', async (_what, aheadMs, status, clock) => {
  const { look } = await setUp({ clock: () => Date.now() + aheadMs });
  expect(await look()).toEqual({ status, checks: { ...ALL_OK, clock } });
});

test('a missing migration makes the server unavailable; an unknown later one does not', async () => {
  const { look } = await setUp();
  await database.admin.query(`insert into supabase_migrations.schema_migrations values ('29990101000000')`);
  expect((await look()).status).toBe('ready');
  await database.admin.query(`delete from supabase_migrations.schema_migrations where name = 'mail_queue'`);
  expect(await look()).toMatchObject({ status: 'unavailable', checks: { migrations: 'missing' } });
});

test('a database that has never been migrated is reachable, and not ready', async () => {
  const { look } = await setUp();
  await database.admin.query('drop schema private cascade');
  expect(await look()).toEqual({
    status: 'unavailable',
    checks: { ...ALL_OK, ...UNKNOWN, migrations: 'missing' },
  });
});

test('while expired data is held, because the clock may be wrong, the status is warning', async () => {
  const { look } = await setUp();
  await database.admin.query(`update private.retention set held_because = 'clock_jumped'`);
  expect(await look()).toEqual({ status: 'warning', checks: { ...ALL_OK, retention: 'held' } });
});

test('a lost grant makes the server unavailable, and the health check names the statement that restores it', async () => {
  const { look } = await setUp();
  await database.admin.query('revoke select on private.notifications from mailer');
  expect(await look()).toEqual({
    status: 'unavailable',
    checks: { ...ALL_OK, access: ['grant select on table private.notifications to mailer'] },
  });
});

test('a database that cannot be reached is not ready', async () => {
  const unreachable = new pg.Pool({ connectionString: 'postgres://postgres:x@127.0.0.1:9/postgres', max: 1 });
  const { look, health } = await setUp({ probe: unreachable });
  expect(await look()).toEqual({
    status: 'unavailable',
    checks: { ...ALL_OK, ...UNKNOWN, database: 'unreachable', migrations: 'unknown' },
  });
  expect(await health.queue()).toBeUndefined();
  await unreachable.end();
});

test('the health check opens a new connection if its own was cut', async () => {
  const { look } = await setUp();
  await look();
  const cut = new Promise((resolve) => probe.once('remove', resolve));
  await database.admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await cut;
  expect((await look()).status).toBe('ready');
});

describe('a notification (the mail about a lead) that is pending', () => {
  test.each([
    [14, 'ready', 'ok'],
    [16, 'warning', 'stuck'],
    [6_000, 'warning', 'stuck'],
  ])('for %i minutes makes the status %s', async (minutes, status, notifications) => {
    await insertLeadOfAge(minutes);
    const { look } = await setUp();
    expect(await look()).toEqual({ status, checks: { ...ALL_OK, notifications } });
  });

  test('is no warning once it is sent, however old its lead is', async () => {
    await insertLeadOfAge(6_000);
    await markAllSent();
    const { look } = await setUp();
    expect((await look()).status).toBe('ready');
  });

  test('is counted, and the age of the oldest is reported', async () => {
    for (const minutes of [20, 40, 0]) await insertLeadOfAge(minutes);
    const { health } = await setUp();
    expect(await health.queue()).toEqual({
      ...EMPTY_QUEUE,
      pending: 3,
      oldestPendingSeconds: expect.closeTo(2_400, -2) as number,
    });
  });

  test('is logged once when it gets stuck and once when none is stuck any more, without data of the lead', async () => {
    const { look, lines } = await setUp();
    await insertLeadOfAge(16);
    for (let count = 0; count < 3; count += 1) await look();
    await markAllSent();
    for (let count = 0; count < 3; count += 1) await look();
    expect(lines).toEqual([
      {
        level: 40,
        time: expect.any(Number) as number,
        pending: 1,
        oldestPendingSeconds: expect.closeTo(960, -2) as number,
        msg: 'a notification has been pending for longer than 15 minutes',
      },
      {
        level: 30,
        time: expect.any(Number) as number,
        pending: 0,
        oldestPendingSeconds: 0,
        msg: 'no notification is stuck any more',
      },
    ]);
  });
});

describe('a mail of the seller’s page that is pending', () => {
  async function insertMailOfAge(kind: string, minutes: number): Promise<void> {
    await insertLeadOfAge(0);
    await database.admin.query(`update private.notifications set sent_at = now() where kind = 'lead'`);
    await database.admin.query(
      `insert into private.notifications (lead_id, kind, event_id, made_at)
       select id, $1, case when $1 = 'asked' then 1 end, now() - make_interval(mins => $2) from public.leads limit 1`,
      [kind, minutes],
    );
  }

  test.each([
    ['to a seller', 'tried', 14, 'ready', { sellerMails: 'ok' }],
    ['to a seller', 'tried', 16, 'ready', { sellerMails: 'stuck' }],
    ['to a seller, given up', 'tried', 3 * 24 * 60 + 1, 'ready', { sellerMails: 'ok' }],
    ['to the firm', 'asked', 16, 'warning', { notifications: 'stuck' }],
    ['to the firm', 'asked', 3 * 24 * 60 + 1, 'warning', { notifications: 'stuck' }],
  ])('%s (%s) for %i minutes makes the status %s: %j', async (_whose, kind, minutes, status, checks) => {
    await insertMailOfAge(kind, minutes);
    const { look } = await setUp();
    expect(await look()).toEqual({ status, checks: { ...ALL_OK, ...checks } });
  });

  test('is counted and logged apart from the mails to the firm', async () => {
    await insertMailOfAge('offer', 20);
    await insertMailOfAge('asked', 1);
    const { health, lines } = await setUp();
    expect(await health.queue()).toEqual({
      ...EMPTY_QUEUE,
      pending: 1,
      oldestPendingSeconds: expect.closeTo(60, -2) as number,
      sellersPending: 1,
      oldestSellersSeconds: expect.closeTo(1_200, -2) as number,
    });
    expect(lines).toMatchObject([
      { level: 40, pending: 1, msg: 'a mail to a seller has been pending for longer than 15 minutes' },
    ]);
  });
});

test('a thousand health checks at once, and all in the next second, run one query', async () => {
  const { health } = await setUp();
  let queries = 0;
  const query = probe.query.bind(probe);
  probe.query = ((text: string) => {
    queries += 1;
    return query(text);
  }) as typeof probe.query;
  await Promise.all(Array.from({ length: 1_000 }, () => health.readiness()));
  clock += 999;
  await health.readiness();
  expect(queries).toBe(1);
  clock += 1;
  await health.readiness();
  expect(queries).toBe(2);
});
