import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { erasePerson, findPerson, parsePersonKey } from '../../server/operations/person.ts';
import { createNotifications } from '../../supabase/functions/send-email/notifications.ts';
import { createTestDatabase } from '../support/database/test-database.ts';
import { createTemporaryFolder } from '../support/runner/temporary-folder.ts';
import { insertLead } from '../support/leads/insert-test-lead.ts';
import { CHAT_LEAD, VALUATION_LEAD } from '../support/leads/sample-leads.ts';

const database = await createTestDatabase();
let outbox: string;
beforeEach(async () => {
  await database.admin.query('delete from public.leads');
  outbox = createTemporaryFolder();
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
    // No character is a wildcard, and no part of an address is enough.
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
    ['0044 131 496 0123', '(0131) 496 0123', 1],
    ['07700 900123', '+44 7700 900 123', 1],
    ['0131 496 0123', '0131 496 0124', 0],
    ['0131 496 0123', '131 496 012', 0],
    ['0131 496 0123', '4960123000', 0],
    // A number of another country does not match a British number with the same digits.
    ['+1 415 555 0123', '01415 550123', 0],
    ['01415 550123', '0014155550123', 0],
    ['+1 415 555 0123', '001 (415) 555-0123', 1],
    // People write numbers in these ways when they look for a person. tests/database/phone-key.test.ts has the ways of
    // writing stored numbers.
    ['0131 496 0777', '0131 496 0777 ext. 2', 1],
    ['0131 496 0777 #12', '0131 496 0777 extension 3', 1],
    ['0131 496 0777', '０１３１４９６０７７７', 1],
    ['0131 496 0777', 'O131 496 O777', 1],
    ['0131–496–0777', '0131/496/0777', 1],
    ['0131 496 0777 x2', '0131 496 07772', 0],
  ])('stored as %j and looked for as %j finds %i', async (stored, who, count) => {
    await insertLead(database.admin, { ...CHAT_LEAD, phone: stored });
    expect(await countLeadsOf(who)).toBe(count);
  });

  test('that was corrected finds the lead, and the former number finds it no more', async () => {
    await insertLead(database.admin, { ...CHAT_LEAD, phone: '0131 496 0777' });
    expect(await countLeadsOf('0131 496 0777')).toBe(1);
    await database.admin.query(`update public.leads set phone = '0131 496 0888'`);
    expect(await countLeadsOf('0131 496 0888')).toBe(1);
    expect(await countLeadsOf('0131 496 0777')).toBe(0);
  });
});

test.each(['', ' ', 'Mairi', '0131', '%', '0131 496 %', '@', 'mairi@', '+44 0 0', "' or true --", '.*'])(
  '%j is neither an e-mail address nor a telephone number, and is refused',
  (who) => {
    expect(() => parsePersonKey(who)).toThrow('Give a whole email address or phone number.');
  },
);

describe('an erasure', () => {
  async function readEverything() {
    const { rows } = await database.admin.query(`select to_jsonb(l) as row from public.leads l
      union all select to_jsonb(n) from private.notifications n
      union all select to_jsonb(a) from private.delivery_attempts a`);
    return { rows, files: await readdir(outbox) };
  }

  test('also deletes a digest (one mail about many leads) with the person in it; an export leaves out the others in it', async () => {
    await insertLead(database.admin, { ...CHAT_LEAD, phone: '0131 496 0123' });
    await insertLead(database.admin, { ...CHAT_LEAD, phone: '0131 496 0999' });
    const [one, other] = [await find('0131 496 0123'), await find('0131 496 0999')];
    const idOf = ({ leads }: typeof one) => leads[0]?.lead.id ?? '';
    const digest = `2026-flood-${idOf(other)}.eml`;
    await writeFile(join(outbox, digest), `Lead ${idOf(other)}. Lead ${idOf(one)}.`);
    await writeFile(join(outbox, '2026-flood-0.eml'), 'Lead of nobody here.');
    const { mails } = await find('0131 496 0123');
    expect(mails).toMatchObject([
      { file: digest, contents: expect.not.stringContaining(idOf(other)) as string },
    ]);
    await erasePerson(database.admin, outbox, one);
    expect(await readdir(outbox)).toEqual(['2026-flood-0.eml']);
  });

  test('deletes the leads that were shown, and none that have come since', async () => {
    await insertLead(database.admin, CHAT_LEAD);
    const found = await find(CHAT_LEAD.phone);
    await insertLead(database.admin, CHAT_LEAD);
    await erasePerson(database.admin, outbox, found);
    expect(await countLeadsOf(CHAT_LEAD.phone)).toBe(1);
  });

  test('is refused while a mail is being sent, however slowly, but not after the process that sent it was killed', async () => {
    await insertLead(database.admin, CHAT_LEAD);
    await createNotifications(database.admin).claim('any');
    const found = await find(CHAT_LEAD.phone);
    await expect(erasePerson(database.admin, outbox, found)).rejects.toThrow('try again in a minute');
    expect(await countLeadsOf(CHAT_LEAD.phone)).toBe(1);
    // A slow attempt: it began nine minutes ago, and its lease (`next_attempt_at`) has not run out.
    await database.admin.query(
      `update private.delivery_attempts set started_at = now() - interval '9 minutes'`,
    );
    await expect(erasePerson(database.admin, outbox, found)).rejects.toThrow('try again in a minute');
    // The sender was killed: nobody renews the lease, so it has run out.
    await database.admin.query('update private.notifications set next_attempt_at = now()');
    await erasePerson(database.admin, outbox, found);
    expect(await countLeadsOf(CHAT_LEAD.phone)).toBe(0);
  });

  test('that fails half way changes nothing', async () => {
    await insertLead(database.admin, CHAT_LEAD);
    await sendAll();
    await database.admin.query(`create function public.no() returns trigger language plpgsql as
      $$ begin raise 'no'; end $$; create trigger no before delete on public.leads for each row execute function public.no()`);
    const before = await readEverything();
    const found = await find(CHAT_LEAD.phone);
    await expect(erasePerson(database.admin, outbox, found)).rejects.toThrow('no');
    expect(await readEverything()).toEqual(before);
    await database.admin.query('drop function public.no cascade');
  });
});
