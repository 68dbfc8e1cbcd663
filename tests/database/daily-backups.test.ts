import { execFile } from 'node:child_process';
import { truncateSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import type { Client } from 'pg';
import { connect, withConnection } from '../../server/database/connect.ts';
import { createDailyBackups } from '../../server/operations/daily-backups.ts';
import { readBackup } from '../../server/operations/restore.ts';
import { insertLead } from '../support/leads/insert-test-lead.ts';
import { createMemoryLog } from '../support/server/log.ts';
import { CHAT_LEAD } from '../support/leads/sample-leads.ts';
import { createTemporaryFolder } from '../support/runner/temporary-folder.ts';
import { waitUntil } from '../support/runner/wait-until.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';

const run = promisify(execFile);

const DAY_MS = 86_400_000;
const NOON = Date.UTC(2026, 10, 27, 12);

let database: TestDatabase;
let folder: string;
let clock: number;
beforeEach(async () => {
  database = await createTestDatabase();
  await insertLead(database.admin, CHAT_LEAD);
  folder = join(createTemporaryFolder(), 'backups');
  clock = NOON;
});

/** The backups of one server. A second call is a second server, or the same one after a restart. */
function open({ keep = 14, change = (client: Client) => client, stalledAfterMs = 60_000 } = {}) {
  const { log, lines } = createMemoryLog();
  const backups = createDailyBackups({
    folder,
    keep,
    publishableKey: 'sb_publishable_of_the_backup',
    asOwner: (work) =>
      withConnection(
        () => connect(database.url, { timeoutMs: 10_000 }),
        (client) => work(change(client)),
      ),
    log,
    now: () => new Date(clock),
    stalledAfterMs,
  });
  return { lines, state: backups.state, run: () => backups.run(new AbortController().signal) };
}

const list = async () => (await readdir(folder)).sort();

test('one good backup is made each day, even after a restart, and the oldest are deleted', async () => {
  let backups = open({ keep: 3 });
  for (let hour = 0; hour < 5 * 24; hour += 8) {
    clock = NOON + hour * 3_600_000;
    await backups.run();
    if (hour === 48) backups = open({ keep: 3 });
  }
  expect(await list()).toEqual([
    'leads-2026-11-30T040000Z.backup',
    'leads-2026-12-01T040000Z.backup',
    'leads-2026-12-02T040000Z.backup',
  ]);
  const path = join(folder, 'leads-2026-12-02T040000Z.backup');
  expect((await readBackup(path)).tables[0]).toMatchObject({ name: 'public.leads', rows: 1 });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('two servers with the same folder make one backup a day', async () => {
  const [one, other] = [open(), open()];
  await one.run();
  await other.run();
  clock += DAY_MS;
  await other.run();
  await one.run();
  expect(await list()).toHaveLength(2);
});

test('while another server makes a backup, this one waits, and leaves the unfinished file alone', async () => {
  await mkdir(folder);
  await writeFile(join(folder, 'leads-2026-11-27T115900Z.backup.1.part'), 'half');
  const other = await database.connectAs('postgres');
  await other.query('select pg_advisory_lock(7201129)');
  const running = open().run();
  await waitUntil('the backup waits', async () => {
    const { rows } = await other.query(`select from pg_locks where locktype = 'advisory' and not granted`);
    return rows.length === 1;
  });
  expect(await list()).toEqual(['leads-2026-11-27T115900Z.backup.1.part']);
  await other.query('select pg_advisory_unlock(7201129)');
  await running;
  expect(await list()).toEqual(['leads-2026-11-27T120000Z.backup']);
});

test('other files in the folder stay, whatever their age', async () => {
  await mkdir(folder);
  for (const name of ['leads.backup', 'notes.txt']) {
    await writeFile(join(folder, name), 'mine');
    await utimes(join(folder, name), 0, 0);
  }
  await open({ keep: 1 }).run();
  expect(await list()).toEqual(['leads-2026-11-27T120000Z.backup', 'leads.backup', 'notes.txt']);
});

test('backups are late while the last good one is older than two days', async () => {
  const backups = open();
  expect(backups.state()).toBe('ok');
  await backups.run();
  clock = NOON + 2 * DAY_MS;
  expect(backups.state()).toBe('ok');
  clock += 1;
  expect(backups.state()).toBe('late');
  await backups.run();
  expect(backups.state()).toBe('ok');
});

test('a damaged backup of an earlier run does not count: it is reported, and another one is made', async () => {
  await open().run();
  await truncate(join(folder, 'leads-2026-11-27T120000Z.backup'), 500);
  clock += 3_600_000;
  const backups = open();
  await backups.run();
  expect(backups.lines[0]).toMatchObject({ level: 50, msg: 'a backup is damaged' });
  expect(await list()).toContain('leads-2026-11-27T130000Z.backup');
});

test('a backup that was made while the clock was a year ahead does not count as a new one', async () => {
  clock = NOON + 365 * DAY_MS;
  await open().run();
  clock = NOON;
  const backups = open();
  await backups.run();
  clock += 3_600_000;
  await backups.run();
  expect(await list()).toEqual(['leads-2026-11-27T120000Z.backup', 'leads-2027-11-27T120000Z.backup']);
  clock = NOON + 3 * DAY_MS;
  expect(backups.state()).toBe('late');
});

test('a backup that differs when it is read back is deleted, and the older one stays', async () => {
  await open().run();
  const [first = ''] = await list();
  clock += DAY_MS;
  /** Cuts the file off after it was written and before it is read back. */
  const change = (client: Client) =>
    new Proxy(client, {
      get(target, name, receiver) {
        if (name !== 'query') return Reflect.get(target, name, receiver) as unknown;
        return (...given: [string]) => {
          if (given[0] === 'rollback') truncateSync(join(folder, 'leads-2026-11-28T120000Z.backup'), 500);
          return target.query(...given);
        };
      },
    });
  const backups = open({ keep: 1, change });
  await backups.run();
  expect(backups.lines.at(-1)).toMatchObject({ error: expect.stringContaining('is damaged') as string });
  expect(await list()).toEqual([first]);
});

test('on a full disk, the older backup stays and no unfinished file is left', async ({ skip }) => {
  await mkdir(folder);
  try {
    // This file system has room for one backup of the database, and not for two.
    await run('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]);
  } catch {
    skip('Needs root that may mount a file system.');
  }
  try {
    const backups = open({ keep: 1 });
    await backups.run();
    const [first = ''] = await list();
    const bytes = await readFile(join(folder, first));
    // Several megabytes, so that the disk is full while PostgreSQL still sends rows.
    await database.admin.query(`
      set session_replication_role to replica;
      insert into public.leads (name, phone, message, source)
      select 'Ann', '0131 496 0123', repeat(md5(n::text), 30), 'chat_widget' from generate_series(1, 5000) as n`);

    clock += DAY_MS;
    await backups.run();
    expect(backups.lines.at(-1)).toMatchObject({
      level: 50,
      error: expect.stringContaining('ENOSPC') as string,
    });
    expect(backups.state()).toBe('failed');
    expect(await list()).toEqual([first]);
    expect(await readFile(join(folder, first))).toEqual(bytes);
    clock += 2 * DAY_MS;
    expect(backups.state()).toBe('late');

    await database.admin.query(`delete from public.leads where name = 'Ann'`);
    await backups.run();
    expect(backups.state()).toBe('ok');
    expect(await list()).toEqual(['leads-2026-11-30T120000Z.backup']);
  } finally {
    await run('umount', ['--lazy', folder]);
  }
});

test('a backup that makes no progress ends with an error, and keeps no transaction open', async () => {
  const other = await database.connectAs('postgres');
  await other.query('begin; lock table public.leads in access exclusive mode');
  const backups = open({ stalledAfterMs: 300 });
  await backups.run();
  expect(backups.lines.at(-1)).toMatchObject({
    level: 50,
    error: expect.stringContaining('No progress for 0.3 s') as string,
  });
  expect(backups.state()).toBe('late');
  await waitUntil('the transaction of the backup has ended', async () => {
    const { rows } = await database.admin.query(
      `select from pg_stat_activity where datname = current_database() and query like 'copy%'`,
    );
    return rows.length === 0;
  });
  await other.query('rollback');
  await backups.run();
  expect(await list()).toEqual(['leads-2026-11-27T120000Z.backup']);
});
