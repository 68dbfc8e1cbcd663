/** Reads the mailbox of a real IMAP server. */
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { answer } from '../../tests/support/mail/sample-mails.ts';
import { startFaultyLine } from '../../tests/support/mail/faulty-line.ts';
import { startImapServer } from '../../tests/support/mail/imap-server.ts';
import { startTokenServer } from '../../tests/support/mail/token-server.ts';
import { VALUATION_LEAD } from '../../tests/support/leads/sample-leads.ts';
import { closeAtEnd } from '../../tests/support/runner/close-at-end.ts';
import { createTemporaryFolder } from '../../tests/support/runner/temporary-folder.ts';
import { waitUntil } from '../../tests/support/runner/wait-until.ts';
import { openSellerDatabase, type SellerDatabase } from '../../tests/support/seller/seller-database.ts';
import { createMemoryLog } from '../../tests/support/server/log.ts';
import { connect, withConnection } from '../database/connect.ts';
import { openRoom } from '../papers/room.ts';
import { openMailbox } from './imap-mailbox.ts';
import { startInbox } from './inbox.ts';
import { openTokens } from './oauth.ts';

let db: SellerDatabase;
let leadId: string;
let reply: (words: string) => string;

beforeEach(async () => {
  db = await openSellerDatabase();
  ({ leadId } = await db.addSeller(VALUATION_LEAD));
  await db.staff.lead(leadId);
  await db.admin.query(`insert into private.notifications (lead_id, kind) values ($1, 'received')`, [leadId]);
  const context = {
    ours: `<received-1-0123456789abcdef-lead-${leadId}@firm.example>`,
    email: VALUATION_LEAD.email,
  };
  reply = (words) => answer(context, words);
});

type Where = { url?: string; folder?: string } & Partial<Parameters<typeof startInbox>[0]>;

function start({ url, folder, ...others }: Where) {
  const { log, lines } = createMemoryLog();
  const outcomes: string[] = [];
  const inbox = startInbox({
    account: url === undefined ? undefined : { url },
    folder,
    settings: {
      ownAddresses: [],
      replyTo: undefined,
      authservId: undefined,
      readRoom: openRoom({ folders: [], mostBytes: Infinity }),
    },
    pool: db.pool,
    asOwner: (work) => withConnection(() => connect(db.database.url, { timeoutMs: 5_000 }), work),
    count: (outcome) => outcomes.push(outcome),
    log,
    ...others,
  });
  const stop = closeAtEnd(async () => inbox?.stop());
  return { outcomes, lines, stop, isRead: () => inbox?.isRead() };
}

/** In the order of the alphabet, because mailboxes know only the second of a mail. */
const readWords = async () => {
  const { events } = await db.staff.lead(leadId);
  return events.flatMap(({ kind, text }) => (kind === 'written' ? [text] : [])).sort();
};
const waitForWords = (...words: string[]) =>
  waitUntil(`these were taken: ${words.join()}`, async () => (await readWords()).join() === words.join());
const lastUid = async () => {
  const { rows } = await db.admin.query<{ last_uid: string }>('select last_uid from desk.mailboxes');
  return Number(rows[0]?.last_uid);
};

test('each mail is taken once, by one of two servers, whatever happens to the mail server, and the mailbox stays as it was', async () => {
  const mailbox = await startImapServer();
  await mailbox.deliver(reply('From before.'));
  const [first, second] = [start({ url: mailbox.url }), start({ url: mailbox.url })];
  await waitUntil('one has looked', async () => (await lastUid()) === 1);

  const delivered = performance.now();
  await mailbox.deliver(reply('One.'));
  await waitForWords('One.');
  expect(performance.now() - delivered).toBeLessThan(15_000);
  await mailbox.deliver('Subject: of others\r\n\r\nNot for us.');
  await mailbox.deliver(reply('Two.'));
  await waitForWords('One.', 'Two.');
  const before = mailbox.read();

  await mailbox.stop();
  await waitUntil('it is noticed', () =>
    Promise.resolve(
      [first, second].some(({ lines }) =>
        lines.some(({ msg }) => msg === 'the mailbox cannot be read, will try again'),
      ),
    ),
  );
  await mailbox.start();
  await mailbox.deliver(reply('Three.'));
  await waitForWords('One.', 'Three.', 'Two.');

  // All mails are read again, with the one that was there before. Those that were taken are recognised.
  await mailbox.renumber();
  await waitForWords('From before.', 'One.', 'Three.', 'Two.');
  await waitUntil('all were read', async () => (await lastUid()) === 5);
  await mailbox.deliver(reply('Four.'));
  await waitForWords('Four.', 'From before.', 'One.', 'Three.', 'Two.');
  expect(mailbox.read().slice(0, before.length)).toEqual(before);
  expect([first.isRead(), second.isRead()]).toEqual([true, true]);
  expect([first.outcomes.length, second.outcomes.length].sort((a, b) => a - b)[0]).toBe(0);
});

test('the other server reads when the first one stops', async () => {
  const mailbox = await startImapServer();
  const first = start({ url: mailbox.url });
  await waitUntil('it has looked', async () => (await lastUid()) === 0);
  await first.stop();
  start({ url: mailbox.url });
  await mailbox.deliver(reply('One.'));
  await waitForWords('One.');
});

test('a wrong password is logged without the password', async () => {
  const mailbox = await startImapServer();
  const { lines } = start({ url: mailbox.url.replace(':secret@', ':wr0ng@') });
  await waitUntil('it is logged', () => Promise.resolve(lines.length > 0));
  expect(lines[0]?.error).toMatch('Authentication failed');
  expect(JSON.stringify(lines)).not.toContain('wr0ng');
});

test('a mailbox that has as many connections as it may have is read when one ends', async () => {
  const mailbox = await startImapServer({ connections: 1 });
  const other = await openMailbox({ url: mailbox.url }, new AbortController().signal);
  const { lines, isRead } = start({ url: mailbox.url, firstRetryMs: 100 });
  await waitUntil('it is logged', () => Promise.resolve(lines.length > 0));
  expect(lines[0]?.error).toMatch(/Maximum number of connections/);
  other.close();
  await waitUntil('it has looked', async () => (await lastUid()) === 0);
  expect(isRead()).toBe(true);
});

test('an access token that is revoked is replaced, and no mail is lost', async () => {
  const server = await startTokenServer();
  const mailbox = await startImapServer(server);
  const file = join(createTemporaryFolder(), 'token.json');
  const client = { clientId: 'a', clientSecret: 'b', refreshToken: 'c', scope: undefined, file };
  const tokens = openTokens({ tokenUrl: server.url, ...client });
  const { lines } = start({
    account: { url: mailbox.url.replace(':secret', ''), tokens },
    firstRetryMs: 100,
  });
  await waitUntil('it has looked', async () => (await lastUid()) === 0);
  server.revoke();
  await mailbox.stop();
  await waitUntil('it is noticed', () => Promise.resolve(lines.length > 0));
  await mailbox.deliver(reply('One.'));
  await mailbox.start();
  await waitForWords('One.');
  expect(server.asked).toHaveLength(2);
  expect(lines.some(({ error }) => String(error).includes('Authentication failed'))).toBe(true);
});

test.each(['hangs', 'breaks'] as const)(
  'a connection that %s in the middle of a mail is replaced, and the mail is taken once',
  async (fault) => {
    const mailbox = await startImapServer();
    const line = await startFaultyLine(mailbox.url, fault);
    const { outcomes } = start({ url: line.url, silenceMs: 1_500, firstRetryMs: 100 });
    await waitUntil('it has looked', async () => (await lastUid()) === 0);
    const before = mailbox.read();
    line.failOnce();
    for (const words of ['One.', 'Two.']) await mailbox.deliver(reply(words.padEnd(60_000, '-\n')));
    await waitUntil('both were taken', async () => (await readWords()).length === 2);
    expect([line.failures(), outcomes]).toEqual([1, ['message', 'message']]);
    expect(mailbox.read()).toHaveLength(before.length + 2);
  },
);

/** Makes the database refuse some texts. */
const refuseTexts = (pattern: string, sqlState: string) =>
  db.admin.query(
    `create function public.refuse() returns trigger language plpgsql as $$ begin raise 'no' using errcode = '${sqlState}'; end $$;
     create trigger refuse before insert on desk.texts for each row when (new.body ~ '${pattern}') execute function public.refuse()`,
  );
const acceptTexts = () => db.admin.query('drop trigger refuse on desk.texts; drop function public.refuse');
const NOT_SHOWN = '(This email cannot be shown here. It is in the mailbox.)';

/** Lets time pass for the mails that were begun and are not done with. */
const letPass = (minutes: number) =>
  db.admin.query(
    `update desk.mailboxes set waiting = (
       select jsonb_object_agg(uid, mail || jsonb_build_object(
         'since', (mail ->> 'since')::numeric - $1 * 60000, 'next', (mail ->> 'next')::numeric - $1 * 60000
       )) from jsonb_each(waiting) as mails (uid, mail)
     ) where waiting <> '{}'`,
    [minutes],
  );
const readWaiting = async () => {
  const { rows } = await db.admin.query<{ waiting: Record<string, { next: number; ends: number }> }>(
    'select waiting from desk.mailboxes',
  );
  return rows[0]?.waiting ?? {};
};
const SOON = { firstRetryMs: 20, lookEveryMs: 50 };

/** Starts with a mail that fails, and one behind it. */
async function startWithPoison() {
  const mailbox = await startImapServer();
  const started = start({ url: mailbox.url, ...SOON });
  await waitUntil('it has looked', async () => (await lastUid()) === 0);
  await mailbox.deliver(reply('Poison.'));
  await mailbox.deliver(reply('Two.'));
  const failures = () =>
    started.lines.filter(({ msg }) => String(msg).startsWith('a mail could not be stored'));
  return { mailbox, ...started, failures };
}

test.each([
  ['whose text fails each time', 'XX000', '^Poison', ['message', 'message'], [NOT_SHOWN, 'Two.']],
  ['whose text breaks a rule', '23514', '^Poison', ['message', 'message'], [NOT_SHOWN, 'Two.']],
  ['of which nothing can be stored', 'XX000', '^(Poison|.This email)', ['message', 'left_failed'], ['Two.']],
] as const)(
  'a mail %s stops none behind it, is tried for an hour, and is then named',
  async (_what, sqlState, pattern, outcomes, words) => {
    await refuseTexts(pattern, sqlState);
    const { mailbox, lines, outcomes: seen, failures } = await startWithPoison();
    const before = mailbox.read();
    await waitForWords('Two.');
    await letPass(58);
    const tries = failures().length;
    await waitUntil('it is tried again', () => Promise.resolve(failures().length > tries));
    expect([seen, await readWords()]).toEqual([['message'], ['Two.']]);
    await letPass(15);
    await waitUntil('it is done with', async () => Object.keys(await readWaiting()).length === 0);
    expect([seen, await readWords()]).toEqual([outcomes, words]);
    expect(lines).toContainEqual(expect.objectContaining({ level: 50, mail: '1' }));
    expect(mailbox.read().map(([, , source]) => source)).toEqual(before.map(([, , source]) => source));
  },
);

test.each(['55P03', '57014', '53100', '40P01', '08006'])(
  'a fault of the database (%s) never counts, however long it lasts; the mail is taken whole as soon as it has ended',
  async (sqlState) => {
    await refuseTexts('^Poison', sqlState);
    const { outcomes, lines } = await startWithPoison();
    await waitForWords('Two.');
    const warnings = () =>
      lines.filter(({ msg }) => String(msg).startsWith('the mailbox cannot be read')).length;
    for (let hour = 1; hour <= 6; hour += 1) {
      const until = warnings() + 1;
      await letPass(60);
      await waitUntil('it has failed again', () => Promise.resolve(warnings() >= until));
    }
    expect([outcomes, await readWords()]).toEqual([['message'], ['Two.']]);
    expect(Object.values(await readWaiting())).toMatchObject([{ ends: 0 }]);
    await acceptTexts();
    await letPass(60);
    await waitForWords('Poison.', 'Two.');
  },
);

test('a mail that the mail server never gives stops none behind it, and the mailbox counts as read', async () => {
  const mailbox = await startImapServer();
  const line = await startFaultyLine(mailbox.url, 'breaks');
  const { isRead, outcomes } = start({ url: line.url, ...SOON });
  await waitUntil('it has looked', async () => (await lastUid()) === 0);
  line.failAtUid(1);
  await mailbox.deliver(reply('Poison.'));
  await mailbox.deliver(reply('Two.'));
  await waitForWords('Two.');
  await letPass(120);
  const failures = line.failures();
  await waitUntil('it has failed again', () => Promise.resolve(line.failures() > failures));
  await mailbox.deliver(reply('Three.'));
  await waitForWords('Three.', 'Two.');
  expect([isRead(), outcomes]).toEqual([true, ['message', 'message']]);
  expect(Object.keys(await readWaiting())).toEqual(['1']);
  line.failAtUid(undefined);
  await letPass(120);
  await waitForWords('Poison.', 'Three.', 'Two.');
});

test('a mail at which servers end stops none behind it, and after an hour it is taken without its text, or passed over', async () => {
  const mailbox = await startImapServer();
  const first = start({ url: mailbox.url });
  await waitUntil('it has looked', async () => (await lastUid()) === 0);
  await first.stop();
  await mailbox.deliver(reply('One.'));
  await mailbox.deliver(reply('Two.'));
  await mailbox.deliver(reply('Three.'));
  const hoursAgo = Date.now() - 7_200_000;
  const ended = (ends: number) => ({ since: hoursAgo, next: hoursAgo, by: 'another server', ends });
  await db.admin.query('update desk.mailboxes set last_uid = 2, waiting = $1', [
    { 1: ended(3), 2: ended(4) },
  ]);
  const { outcomes } = start({ url: mailbox.url });
  await waitForWords(NOT_SHOWN, 'Three.');
  await waitUntil('all are done with', async () => Object.keys(await readWaiting()).length === 0);
  expect(outcomes).toEqual(['message', 'message', 'left_failed']);
});

test('a mailbox that was not read for ten minutes counts as unread, until it is read', async () => {
  const mailbox = await startImapServer();
  await mailbox.stop();
  vi.useFakeTimers({ toFake: ['performance'] });
  const { isRead } = start({ url: mailbox.url, firstRetryMs: 100 });
  vi.advanceTimersByTime(599_000);
  expect(isRead()).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(isRead()).toBe(false);
  await mailbox.start();
  await waitUntil('it is read', () => Promise.resolve(isRead() === true));
});

test('in a trial, a file is read once and stays as it is', async () => {
  const folder = createTemporaryFolder();
  const file = join(folder, 'reply.eml');
  const source = reply('One.');
  writeFileSync(file, source);
  const anHourAgo = new Date(Date.now() - 3_600_000);
  utimesSync(file, anHourAgo, anHourAgo);
  const { stop } = start({ folder });
  await waitForWords('One.');
  await stop();
  const { outcomes } = start({ folder });
  await waitUntil('it was read again', () => Promise.resolve(outcomes.includes('known')));
  expect(await readWords()).toEqual(['One.']);
  expect(readFileSync(file, 'utf8')).toBe(source);
});
