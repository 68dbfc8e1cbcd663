/** Reads the mailbox of a real IMAP server. */
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { answer } from '../../tests/support/mail/sample-mails.ts';
import { startImapServer } from '../../tests/support/mail/imap-server.ts';
import { VALUATION_LEAD } from '../../tests/support/leads/sample-leads.ts';
import { closeAtEnd } from '../../tests/support/runner/close-at-end.ts';
import { createTemporaryFolder } from '../../tests/support/runner/temporary-folder.ts';
import { waitUntil } from '../../tests/support/runner/wait-until.ts';
import { openSellerDatabase, type SellerDatabase } from '../../tests/support/seller/seller-database.ts';
import { createMemoryLog } from '../../tests/support/server/log.ts';
import { connect, withConnection } from '../database/connect.ts';
import { startInbox } from './inbox.ts';

let db: SellerDatabase;
let leadId: string;
let reply: (words: string) => string;

beforeEach(async () => {
  db = await openSellerDatabase();
  closeAtEnd(() => db.close());
  ({ leadId } = await db.addSeller(VALUATION_LEAD));
  await db.staff.lead(leadId);
  await db.admin.query(`insert into private.notifications (lead_id, kind) values ($1, 'received')`, [leadId]);
  const context = {
    ours: `<received-1-0123456789abcdef-lead-${leadId}@firm.example>`,
    email: VALUATION_LEAD.email,
  };
  reply = (words) => answer(context, words);
});

function start(where: { url?: string; folder?: string }) {
  const { log, lines } = createMemoryLog();
  const outcomes: string[] = [];
  const inbox = startInbox({
    url: where.url,
    folder: where.folder,
    settings: { ownAddresses: [], replyTo: undefined, authservId: undefined },
    pool: db.pool,
    asOwner: (work) => withConnection(() => connect(db.database.url, { timeoutMs: 5_000 }), work),
    count: (outcome) => outcomes.push(outcome),
    log,
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
