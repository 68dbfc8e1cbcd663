/** The seller answers our mail, and the server reads the mailbox of a real IMAP server. */
import { randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import pg from 'pg';
import { answer } from '../support/mail/sample-mails.ts';
import { startImapServer } from '../support/mail/imap-server.ts';
import { postLead } from '../support/leads/post-lead.ts';
import { VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { waitUntil } from '../support/runner/wait-until.ts';
import {
  createInstallation,
  embeddedDatabaseUrl,
  type Installation,
} from '../support/server/installation.ts';

let installation: Installation;
beforeEach(async () => {
  installation = await createInstallation();
});
afterEach(() => installation.close());

const readWords = async () => {
  const rows = await installation.query(
    `select body from desk.texts join desk.events on id = event_id where kind = 'written' and part = 'message' order by id`,
  );
  return rows.map(({ body }) => body as string);
};

/** Our confirmation to the seller, as a mail program sees it. */
async function waitForConfirmation() {
  await waitUntil('the seller has our mail', async () => (await installation.readMails()).length === 2);
  const mails = await Promise.all((await installation.readMails()).map((mail) => PostalMime.parse(mail)));
  const ours = mails.find(({ to }) => to?.[0]?.address === VALUATION_LEAD.email);
  return { ours: ours?.messageId ?? '', replyTo: ours?.replyTo?.[0]?.address ?? '', text: ours?.text ?? '' };
}

test('ten replies from a phone are at the desk within 15 seconds each, with the new words only', async () => {
  const mailbox = await startImapServer();
  const server = await installation.start({
    IMAP_URL: mailbox.url,
    REPLY_TO: 'answers+@firm.example',
    METRICS_PORT: '0',
  });
  await postLead(server.url, VALUATION_LEAD, randomUUID());
  const { ours, replyTo, text } = await waitForConfirmation();
  expect(text).toContain('or reply to this email');
  expect(replyTo).toMatch(/^answers\+[\da-f]{32}@firm\.example$/);
  const quoted = text.replace(/^/gm, '> ');
  const seconds: number[] = [];
  for (let count = 1; count <= 10; count += 1) {
    const words = `Ring after ${count}.`;
    const body = `${words}\n\nSent from my iPhone\n\n> On 30 Nov 2026, at 10:00, Gable & Wynd wrote:\n>\n${quoted}`;
    const delivered = performance.now();
    await mailbox.deliver(answer({ ours, email: VALUATION_LEAD.email }, body, { To: replyTo }));
    await waitUntil('it is at the desk', async () => (await readWords()).at(-1) === words);
    seconds.push((performance.now() - delivered) / 1000);
  }
  console.log(`seconds to the desk: ${seconds.map((value) => value.toFixed(2)).join(', ')}`);
  expect(Math.max(...seconds)).toBeLessThan(15);
  expect(await readWords()).toHaveLength(10);
  const { metrics } = await server.waitForLog('listening');
  const samples = await (await fetch(String(metrics))).text();
  expect(samples).toMatch(/^inbox_mails_total\{outcome="message"\} 10$/m);
  expect(samples).toMatch(/^inbox_is_read 1$/m);
  const ready = (await (await fetch(`${server.url}/readyz`)).json()) as { checks: object };
  expect(ready.checks).toMatchObject({ mailbox: 'ok' });
});

test('a server that is killed between reading and storing, and after storing, takes each mail once', async () => {
  const mailbox = await startImapServer();
  const variables = { IMAP_URL: mailbox.url };
  let server = await installation.start(variables);
  await postLead(server.url, VALUATION_LEAD, randomUUID());
  const { ours } = await waitForConfirmation();
  const write = (words: string) => answer({ ours, email: VALUATION_LEAD.email }, words);
  const before: string[] = [];

  for (const words of ['One.', 'Two.']) {
    // The server has read the mail, and waits for this lock to store it.
    const client = new pg.Client(await embeddedDatabaseUrl(installation.dataDir));
    client.on('error', () => undefined);
    await client.connect();
    await client.query('begin');
    await client.query('lock table desk.requests in exclusive mode');
    await mailbox.deliver(write(words));
    await waitUntil('the server has read it', async () => {
      const waiting = await installation.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%desk.requests%'`,
      );
      return waiting.length > 0;
    });
    await server.kill('SIGKILL');
    await client.end();
    expect(await readWords().catch(() => before)).toEqual(before);
    server = await installation.start(variables);
    before.push(words);
    await waitUntil('it is stored', async () => (await readWords()).join() === before.join());
    await server.kill('SIGKILL');
    server = await installation.start(variables);
  }
  await mailbox.deliver(write('Three.'));
  await waitUntil('the last one is stored', async () => (await readWords()).length >= 3);
  expect(await readWords()).toEqual(['One.', 'Two.', 'Three.']);
});
