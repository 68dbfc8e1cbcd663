import { Socket } from 'node:net';
import { beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import type { SMTPServerOptions } from 'smtp-server';
import type { SendMail } from '../../supabase/functions/send-email/delivery.ts';
import { createSmtpMailer } from '../../supabase/functions/send-email/smtp.ts';
import { insertLead } from '../support/leads/insert-test-lead.ts';
import { CHAT_LEAD } from '../support/leads/sample-leads.ts';
import { startMailServer, type MailServer } from '../support/mail/mail-server.ts';
import { closeAtEnd } from '../support/runner/close-at-end.ts';
import { openPool, openQueue } from '../support/server/app-with-database.ts';
import { createMemoryLog } from '../support/server/log.ts';
import { createHealth } from '../../server/operations/health.ts';

const queue = await openQueue();
beforeEach(async () => {
  await queue.database.admin.query('delete from public.leads');
  await insertLead(queue.database.admin, CHAT_LEAD);
});

async function startServer(options?: SMTPServerOptions): Promise<MailServer> {
  const server = await startMailServer(options);
  closeAtEnd(server.close);
  return server;
}

let socketTimeouts: MockInstance<Socket['setTimeout']>;
beforeEach(() => {
  socketTimeouts = vi.spyOn(Socket.prototype, 'setTimeout');
});

/** Ends the mailer's wait for the mail server as ten minutes of silence would. */
function endSilence(): void {
  const { calls, contexts } = socketTimeouts.mock;
  const socket = contexts[calls.findLastIndex(([ms]) => ms === 600_000)];
  if (!(socket instanceof Socket)) throw new Error('The mailer does not wait for ten minutes.');
  socket.emit('timeout');
}

async function sendDue(sendMail: SendMail): Promise<string> {
  const delivery = queue.deliveryWith(sendMail);
  const claim = await delivery.claim('any');
  return claim ? delivery.send(claim) : 'nothing due';
}

const passTime = () => queue.database.admin.query('update private.notifications set next_attempt_at = now()');

async function readQueue(): Promise<unknown> {
  const { rows } = await queue.database.admin.query(
    `select sent_at is not null as sent,
       extract(epoch from next_attempt_at - (select max(finished_at) from private.delivery_attempts))::int as "inSeconds",
       (select array_agg(coalesce(error_code, case when finished_at is null then 'under way' else 'sent' end) order by id)
        from private.delivery_attempts) as attempts
     from private.notifications`,
  );
  return rows[0];
}

/** How each attempt ended, and whether it was marked as a possible repeat (an earlier mail may have arrived). */
async function readMarks(): Promise<unknown> {
  const { rows } = await queue.database.admin.query<{ mark: string }>(
    `select concat(coalesce(error_code, case when finished_at is null then 'under way' else 'sent' end),
       case when may_be_repeat then ', may be a repeat' end) as mark
     from private.delivery_attempts order by id`,
  );
  return rows.map(({ mark }) => mark);
}

async function countPossibleRepeats(): Promise<number | undefined> {
  const probe = openPool(queue.database, 'leads_probe', 1);
  const health = createHealth({
    probe,
    migrations: [],
    isSending: () => true,
    log: createMemoryLog().log,
  });
  const found = await health.queue();
  await probe.end();
  return found?.possiblyRepeated;
}

const refusal = (code: number) => Object.assign(new Error('no: <leads@example.com>'), { responseCode: code });

/** A handler that refuses an SMTP command: it calls its last parameter, the callback, with an error. */
const refuse =
  (code: number) =>
  (...parameters: [...unknown[], done: (error: Error) => void]) =>
    (parameters.at(-1) as (error: Error) => void)(refusal(code));

/** How a mail server fails, and the code that is stored: never the server's message, which may repeat an address. */
const OUTAGES: [what: string, options: SMTPServerOptions, code: string][] = [
  ['refuses the connection', { onConnect: refuse(421) }, 'EPROTOCOL'],
  ['refuses the sender', { onMailFrom: refuse(550) }, 'EENVELOPE'],
  ['refuses the recipient', { onRcptTo: refuse(550) }, 'EENVELOPE'],
  [
    'refuses the message',
    {
      onData: (stream, _session, done) => {
        stream.resume().on('end', () => done(refusal(554)));
      },
    },
    'EMESSAGE',
  ],
  ['does not greet', { onConnect: () => undefined }, 'ETIMEDOUT'],
  [
    'hangs after the message',
    {
      onData: (stream) => {
        stream.resume().on('end', endSilence);
      },
    },
    'UNANSWERED',
  ],
];

describe('a mail server that', () => {
  test.each(OUTAGES)(
    '%s: the notification stays pending, with the code of the attempt, and is due again later',
    async (_what, options, code) => {
      const { url } = await startServer(options);
      const sendMail = createSmtpMailer(url, code === 'ETIMEDOUT' ? { greetingTimeout: 250 } : {});
      expect(await sendDue(sendMail)).toBe('failed');
      expect(await readQueue()).toEqual({ sent: false, inSeconds: 5, attempts: [code] });
      expect(await sendDue(sendMail)).toBe('nothing due');
    },
  );

  test('takes the message and disconnects before its response: the retry has the same Message-ID', async () => {
    const messages: string[] = [];
    const faulty = await startServer({
      onData(stream) {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
        stream.on('end', () => {
          messages.push(text);
          faulty.dropConnections();
        });
      },
    });
    expect(await sendDue(createSmtpMailer(faulty.url))).toBe('failed');
    const { mails, url: healthyUrl } = await startServer();
    await passTime();
    expect(await sendDue(createSmtpMailer(healthyUrl))).toBe('sent');
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain(mails[0]?.messageId);
    expect(await readMarks()).toEqual(['UNANSWERED', 'sent, may be a repeat']);
  });

  test('refuses a mail after an unanswered attempt: a refused attempt is not counted as a repeat', async () => {
    const silent = await startServer(OUTAGES.at(-1)?.[1]);
    await sendDue(createSmtpMailer(silent.url));
    const refusing = await startServer(OUTAGES[2]?.[1]);
    await passTime();
    await sendDue(createSmtpMailer(refusing.url));
    expect(await readMarks()).toEqual(['UNANSWERED', 'EENVELOPE, may be a repeat']);
    expect(await countPossibleRepeats()).toBe(0);
    const { url } = await startServer();
    await passTime();
    await sendDue(createSmtpMailer(url));
    expect(await countPossibleRepeats()).toBe(1);
  });

  test('is not running: the notification stays pending', async () => {
    const gone = await startMailServer();
    await gone.close();
    expect(await sendDue(createSmtpMailer(gone.url))).toBe('failed');
    expect(await readQueue()).toEqual({ sent: false, inSeconds: 5, attempts: ['ESOCKET'] });
  });

  test('works again: the mail is sent once, after longer and longer waits, and each attempt is a row', async () => {
    const { url: brokenUrl } = await startServer(OUTAGES[2]?.[1]);
    const { url, mails } = await startServer();
    const waits: unknown[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await sendDue(createSmtpMailer(brokenUrl));
      waits.push(await readQueue());
      await passTime();
    }
    expect(waits).toMatchObject([{ inSeconds: 5 }, { inSeconds: 10 }, { inSeconds: 20 }]);
    expect(await sendDue(createSmtpMailer(url))).toBe('sent');
    await passTime();
    expect(await sendDue(createSmtpMailer(url))).toBe('nothing due');
    expect(await readQueue()).toMatchObject({
      sent: true,
      attempts: ['EENVELOPE', 'EENVELOPE', 'EENVELOPE', 'sent'],
    });
    expect(mails).toHaveLength(1);
  });
});
