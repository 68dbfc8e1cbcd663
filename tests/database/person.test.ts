import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { erasePerson, findPerson, parsePersonKey } from '../../server/operations/person.ts';
import { createNotifications } from '../../supabase/functions/send-email/notifications.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { insertLead } from '../support/insert-lead.ts';
import { CHAT_LEAD, VALUATION_LEAD } from '../support/leads.ts';

let database: TestDatabase;
let outbox: string;
beforeEach(async () => {
  database = await createTestDatabase();
  outbox = await mkdtemp(join(tmpdir(), 'outbox-'));
});
afterEach(async () => {
  await database.drop();
  await rm(outbox, { recursive: true });
});

const find = (who: string) => findPerson(database.admin, outbox, parsePersonKey(who));

async function countLeadsOf(who: string): Promise<number> {
  return (await find(who)).leads.length;
}

async function sendAll(): Promise<void> {
  const notifications = createNotifications(database.admin);
  for (;;) {
    const claim = await notifications.claim('any');
    if (!claim) return;
    await notifications.markSent(claim);
    await writeFile(join(outbox, `2026-lead-${claim.lead.id}.eml`), `To the firm: ${claim.lead.phone}`);
  }
}

describe('an e-mail address', () => {
  const stored = 'Mairi_O+x@Example.com';

  test.each([
    ['Mairi_O+x@Example.com', 1],
    ['MAIRI_O+X@EXAMPLE.COM', 1],
    ['  mairi_o+x@example.com ', 1],
    // No character is a pattern.
    ['MairiXO+x@example.com', 0],
    ['%@example.com', 0],
    ['_airi_O+x@example.com', 0],
    ['airi_O+x@example.com', 0],
    ['Mairi_O+x@example.co', 0],
    ["'or''='@example.com", 0],
  ])('%j finds %i', async (who, count) => {
    await insertLead(database.admin, { ...VALUATION_LEAD, email: stored });
    expect(await countLeadsOf(who)).toBe(count);
  });
});

describe('a telephone number', () => {
  test.each([
    ['+44 (131) 496-0123', '0131 496 0123', 1],
    ['+44 (0)131 496 0123', '01314960123', 1],
    ['0131.496.0123', '+441314960123', 1],
    ['0044 131 496 0123', '(0131) 496 0123', 1],
    ['441314960123', '0131 496 0123', 1],
    ['07700 900123', '+44 7700 900 123', 1],
    ['0131 496 0123', '0131 496 0124', 0],
    ['0131 496 0123', '131 496 012', 0],
    ['0131 496 0123', '4960123000', 0],
    // Another country's number is not the one here that has the same digits.
    ['+1 415 555 0123', '01415 550123', 0],
    ['01415 550123', '0014155550123', 0],
    ['+1 415 555 0123', '001 (415) 555-0123', 1],
  ])('stored as %j and looked for as %j finds %i', async (stored, who, count) => {
    await insertLead(database.admin, { ...CHAT_LEAD, phone: stored });
    expect(await countLeadsOf(who)).toBe(count);
  });
});

test.each(['', ' ', 'Mairi', '0131', '%', '0131 496 %', '@', 'mairi@', '+44 0 0', "' or true --", '.*'])(
  '%j is neither, and finds nobody',
  (who) => {
    expect(() => parsePersonKey(who)).toThrow('Give a whole e-mail address or telephone number.');
  },
);

test('an export has everything: each lead, its notification, each try, and the mails in files', async () => {
  const submissionId = crypto.randomUUID();
  await insertLead(database.admin, VALUATION_LEAD, submissionId);
  await insertLead(database.admin, { ...CHAT_LEAD, phone: '0131 496 0123' });
  await insertLead(database.admin, { ...CHAT_LEAD, phone: '0131 496 0999' });
  await sendAll();

  const { leads, mails } = await find('0131 496 0123');
  expect(leads).toMatchObject([
    {
      lead: VALUATION_LEAD,
      notification: { submission_id: submissionId, sent_at: expect.any(String) as string },
      deliveryAttempts: [{ error_code: null, finished_at: expect.any(String) as string }],
    },
    { lead: { name: CHAT_LEAD.name, message: CHAT_LEAD.message }, deliveryAttempts: [{}] },
  ]);
  const ids = leads.map(({ lead }) => lead.id);
  expect(mails.map(({ file }) => file).sort()).toEqual(ids.map((id) => `2026-lead-${id}.eml`).sort());
  expect(mails.map(({ contents }) => contents).sort()).toEqual([
    'To the firm: +44 (131) 496-0123',
    'To the firm: 0131 496 0123',
  ]);
});

describe('an erasure', () => {
  async function readEverything() {
    const { rows } = await database.admin.query(`select to_jsonb(l) as row from public.leads l
      union all select to_jsonb(n) from private.notifications n
      union all select to_jsonb(a) from private.delivery_attempts a`);
    return { rows, files: await readdir(outbox) };
  }

  test('leaves nothing of the person and all of everybody else, and does no harm a second time', async () => {
    await insertLead(database.admin, { ...CHAT_LEAD, phone: '0131 496 0999' });
    await sendAll();
    const others = await readEverything();
    await insertLead(database.admin, VALUATION_LEAD);
    await sendAll();
    await insertLead(database.admin, { ...CHAT_LEAD, phone: '0131 496 0123' });

    const found = await find('0131 496 0123');
    for (let count = 0; count < 2; count += 1) await erasePerson(database.admin, outbox, found);
    expect(await readEverything()).toEqual(others);
    expect(await countLeadsOf('0131 496 0123')).toBe(0);
  });

  test('takes what was shown, and not what has come since', async () => {
    await insertLead(database.admin, CHAT_LEAD);
    const found = await find(CHAT_LEAD.phone);
    await insertLead(database.admin, CHAT_LEAD);
    await erasePerson(database.admin, outbox, found);
    expect(await countLeadsOf(CHAT_LEAD.phone)).toBe(1);
  });

  test('waits for a mail that is being written, and not for one whose sender was killed', async () => {
    await insertLead(database.admin, CHAT_LEAD);
    await createNotifications(database.admin).claim('any');
    const found = await find(CHAT_LEAD.phone);
    await expect(erasePerson(database.admin, outbox, found)).rejects.toThrow('try again in a minute');
    expect(await countLeadsOf(CHAT_LEAD.phone)).toBe(1);
    await database.admin.query(
      `update private.delivery_attempts set started_at = now() - interval '61 seconds'`,
    );
    await erasePerson(database.admin, outbox, found);
    expect(await countLeadsOf(CHAT_LEAD.phone)).toBe(0);
  });

  test('that fails half way leaves all as it was', async () => {
    await insertLead(database.admin, CHAT_LEAD);
    await sendAll();
    await database.admin.query(`create function public.no() returns trigger language plpgsql as
      $$ begin raise 'no'; end $$; create trigger no before delete on public.leads for each row execute function public.no()`);
    const before = await readEverything();
    const found = await find(CHAT_LEAD.phone);
    await expect(erasePerson(database.admin, outbox, found)).rejects.toThrow('no');
    expect(await readEverything()).toEqual(before);
  });
});
