import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  deleteExpired,
  deleteExpiredMails,
  deleteExpiredRows,
  type RetentionDays,
} from '../../server/operations/retention.ts';
import { composeMessage } from '../../supabase/functions/send-email/message.ts';
import type { StoredLead } from '../../supabase/functions/send-email/notifications.ts';
import { createTestDatabase } from '../support/database/test-database.ts';
import { insertLead } from '../support/leads/insert-test-lead.ts';
import { createTemporaryFolder } from '../support/runner/temporary-folder.ts';
import { createMemoryLog } from '../support/server/log.ts';
import { CHAT_LEAD } from '../support/leads/sample-leads.ts';

const DAYS: RetentionDays = { lead: 365, suspect: 30, delivery: 30 };
const KEEP: RetentionDays = { lead: 0, suspect: 0, delivery: 0 };

describe('retention in the database', async () => {
  const database = await createTestDatabase();
  beforeEach(() =>
    database.admin.query(
      'delete from public.leads; update private.retention set last_run_at = default, held_because = default',
    ),
  );

  async function insertLeadOfAge(what: {
    daysAgo: number;
    suspect?: boolean;
    sent?: boolean;
  }): Promise<void> {
    const { daysAgo, suspect = false, sent = true } = what;
    const message = JSON.stringify(what);
    const { admin } = database;
    await insertLead(admin, { ...CHAT_LEAD, message });
    await admin.query(
      `with aged as (
         update public.leads set created_at = now() - make_interval(days => $2), suspect_reasons = $3
         where message = $1 returning id, created_at
       ), notified as (
         update private.notifications set sent_at = case when $4 then created_at end
         from aged where lead_id = id
       )
       insert into private.delivery_attempts (lead_id, started_at) select id, created_at from aged`,
      [message, daysAgo, suspect ? ['trap_filled'] : [], sent],
    );
  }

  async function count(table: string): Promise<number> {
    const { rows } = await database.admin.query<{ count: number }>(
      `select count(*)::int as count from ${table}`,
    );
    return rows[0]?.count ?? 0;
  }

  test.each([
    [{ daysAgo: 364 }, DAYS, 'kept'],
    [{ daysAgo: 366 }, DAYS, 'deleted'],
    [{ daysAgo: 29, suspect: true }, DAYS, 'kept'],
    [{ daysAgo: 31, suspect: true }, DAYS, 'deleted'],
    [{ daysAgo: 31 }, DAYS, 'kept'],
    [{ daysAgo: 5_000, sent: false }, DAYS, 'kept'],
    [{ daysAgo: 5_000, suspect: true, sent: false }, DAYS, 'kept'],
    [{ daysAgo: 5_000, suspect: true }, KEEP, 'kept'],
    [{ daysAgo: 31, suspect: true }, { ...DAYS, suspect: 0 }, 'kept'],
    // A suspect lead is not kept for longer than another lead.
    [{ daysAgo: 366, suspect: true }, { ...DAYS, suspect: 0 }, 'deleted'],
  ])('a lead that is %j, with retention days %j, is %s', async (lead, days, fate) => {
    await insertLeadOfAge(lead);
    const { leads, suspects } = await deleteExpiredRows(database.admin, days);
    const left = await count('public.leads');
    expect({ deleted: leads + suspects, left }).toEqual(
      fate === 'deleted' ? { deleted: 1, left: 0 } : { deleted: 0, left: 1 },
    );
    expect(await count('private.notifications')).toBe(left);
  });

  test.each([
    [{ daysAgo: 29 }, DAYS, 'kept'],
    [{ daysAgo: 31 }, DAYS, 'deleted'],
    [{ daysAgo: 31 }, KEEP, 'kept'],
    // Kept, because the number of attempts sets the delay of the next attempt.
    [{ daysAgo: 31, sent: false }, DAYS, 'kept'],
  ])('an attempt to mail a lead that is %j, with retention days %j, is %s', async (lead, days, fate) => {
    await insertLeadOfAge(lead);
    const { attempts } = await deleteExpiredRows(database.admin, days);
    expect({ attempts, left: await count('private.delivery_attempts') }).toEqual(
      fate === 'deleted' ? { attempts: 1, left: 0 } : { attempts: 0, left: 1 },
    );
  });

  test('a suspect lead is kept like any other once the statement in its mail is run', async () => {
    await insertLeadOfAge({ daysAgo: 31, suspect: true });
    const { rows } = await database.admin.query<StoredLead>('select * from public.leads');
    const mails = rows.map((lead) => composeMessage(lead, { to: 'a@example.com', from: 'b@example.com' }));
    await database.admin.query(/update public\.leads .*;/.exec(mails[0]?.text ?? '')?.[0] ?? '');
    expect(await deleteExpiredRows(database.admin, DAYS)).toMatchObject({ leads: 0, suspects: 0 });
    expect(await count('public.leads')).toBe(1);
  });

  describe('if the clock may be wrong', () => {
    /** Moves all stored times into the past, which has the same effect as a clock that jumps forward. */
    const jumpClock = (days: number) =>
      database.admin.query(`
        update public.leads set created_at = created_at - make_interval(days => ${days});
        update private.delivery_attempts set started_at = started_at - make_interval(days => ${days});
        update private.retention set last_run_at = last_run_at - make_interval(days => ${days})`);
    const NOTHING = { leads: 0, suspects: 0, attempts: 0 };

    test('after a jump of a year, nothing is deleted; after the correction, the daily run goes on', async () => {
      await insertLeadOfAge({ daysAgo: 1 });
      await deleteExpiredRows(database.admin, DAYS);
      await jumpClock(400);
      const held = { ...NOTHING, heldBecause: 'clock_jumped' };
      expect(await deleteExpiredRows(database.admin, DAYS)).toEqual(held);
      expect(await deleteExpiredRows(database.admin, DAYS)).toEqual(held);
      expect(await count('public.leads')).toBe(1);
      expect(await count('private.retention where held_because is not null')).toBe(1);
      await jumpClock(-400);
      await insertLeadOfAge({ daysAgo: 366 });
      expect(await deleteExpiredRows(database.admin, DAYS)).toMatchObject({ leads: 1, heldBecause: null });
      expect(await count('private.retention where held_because is not null')).toBe(0);
    });

    test.each([
      [2, null],
      [3, 'clock_jumped'],
    ])('%i days after the last run, the reason to hold an expired lead is %s', async (days, heldBecause) => {
      await deleteExpiredRows(database.admin, DAYS);
      await insertLeadOfAge({ daysAgo: 365 });
      await jumpClock(days);
      expect(await deleteExpiredRows(database.admin, DAYS)).toMatchObject({ heldBecause });
    });

    test('a server that was off for a month is not held if nothing has expired', async () => {
      await deleteExpiredRows(database.admin, DAYS);
      await insertLeadOfAge({ daysAgo: -29 });
      await jumpClock(30);
      expect(await deleteExpiredRows(database.admin, DAYS)).toEqual({ ...NOTHING, heldBecause: null });
    });

    test.each([
      [20, 20, null],
      [21, 21, 'many_leads'],
      [21, 210, null],
      [21, 209, 'many_leads'],
    ])('if %i of %i leads have expired, the reason to hold them is %s', async (expired, all, heldBecause) => {
      await database.admin.query(
        `insert into public.leads (name, phone, message, source)
         select 'Iain', '0131 496 0456', 'Hello', 'chat_widget' from generate_series(1, ${all})`,
      );
      await database.admin.query(`
        update private.notifications set sent_at = now();
        update public.leads set created_at = now() - interval '366 days'
        where id in (select id from public.leads limit ${expired})`);
      const outcome = await deleteExpiredRows(database.admin, DAYS);
      expect(outcome).toMatchObject({ leads: heldBecause ? 0 : expired, heldBecause });
    });

    test('after an operator’s confirmation, the data is deleted and the daily run goes on', async () => {
      await deleteExpiredRows(database.admin, DAYS);
      await insertLeadOfAge({ daysAgo: 366 });
      await jumpClock(30);
      expect(await deleteExpiredRows(database.admin, DAYS)).toMatchObject({ heldBecause: 'clock_jumped' });
      const confirmed = await deleteExpiredRows(database.admin, DAYS, { confirmed: true });
      expect(confirmed).toEqual({ leads: 1, suspects: 0, attempts: 1, heldBecause: null });
      await insertLeadOfAge({ daysAgo: 366 });
      expect(await deleteExpiredRows(database.admin, DAYS)).toMatchObject({ leads: 1, heldBecause: null });
    });

    test('mails in files are kept too, and the log says what to do', async () => {
      await deleteExpiredRows(database.admin, DAYS);
      await insertLeadOfAge({ daysAgo: 366 });
      await jumpClock(30);
      const outbox = createTemporaryFolder();
      await writeFile(join(outbox, 'old.eml'), 'mail');
      await utimes(join(outbox, 'old.eml'), 0, 0);
      const { log, lines } = createMemoryLog();
      expect(await deleteExpired(database.admin, { outbox, days: DAYS, log })).toBeUndefined();
      expect(await readdir(outbox)).toEqual(['old.eml']);
      expect(lines).toMatchObject([
        {
          level: 50,
          heldBecause: 'clock_jumped',
          msg: expect.stringContaining('npm run delete-expired') as string,
        },
      ]);
      await deleteExpiredRows(database.admin, DAYS, { confirmed: true });
      expect(await deleteExpired(database.admin, { outbox, days: DAYS, log })).toMatchObject({ mails: 1 });
    });
  });

  test('several servers can delete at the same time, and each lead is counted once', async () => {
    for (let daysAgo = 400; daysAgo < 500; daysAgo += 1) await insertLeadOfAge({ daysAgo });
    const servers = await Promise.all(Array.from({ length: 4 }, () => database.connectAs('postgres')));
    const deleted = await Promise.all(
      servers.map((client) => deleteExpiredRows(client, DAYS, { confirmed: true })),
    );
    expect(deleted.reduce((sum, { leads }) => sum + leads, 0)).toBe(100);
    expect(await count('public.leads')).toBe(0);
  });
});

describe('retention of mails in files', () => {
  let outbox: string;
  beforeEach(() => {
    outbox = createTemporaryFolder();
  });

  const NOW = Date.parse('2026-11-20T12:00:00Z');

  async function write(name: string, daysAgo: number): Promise<void> {
    const path = join(outbox, name);
    await writeFile(path, 'mail');
    const writtenAt = new Date(NOW - daysAgo * 86_400_000);
    await utimes(path, writtenAt, writtenAt);
  }

  test.each<[RetentionDays, string[]]>([
    [DAYS, ['29.eml', 'notes.txt']],
    [KEEP, ['29.eml', '31.eml', '31.eml.part', '400.eml', 'notes.txt']],
    // No mail is kept for longer than its lead.
    [{ ...DAYS, lead: 7 }, ['notes.txt']],
    [{ ...DAYS, suspect: 7 }, ['notes.txt']],
    [{ ...DAYS, suspect: 0, delivery: 0 }, ['29.eml', '31.eml', '31.eml.part', 'notes.txt']],
  ])('with retention days %j, these files are left: %j', async (days, left) => {
    await write('29.eml', 29);
    await write('31.eml', 31);
    await write('31.eml.part', 31);
    await write('400.eml', 400);
    await write('notes.txt', 400);
    const counts = await Promise.all([1, 2].map(() => deleteExpiredMails(outbox, days, NOW)));
    expect((await readdir(outbox)).sort()).toEqual(left);
    // The two calls stand for two servers, which may both count a file that both have found.
    expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(5 - left.length);
  });

  test('a folder that does not exist counts as empty', async () => {
    expect(await deleteExpiredMails(join(outbox, 'none'), DAYS, NOW)).toBe(0);
  });
});
