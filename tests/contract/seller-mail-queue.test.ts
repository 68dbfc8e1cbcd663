import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SMTPServerOptions } from 'smtp-server';
import { startSender, type Sender } from '../../server/mail/sender.ts';
import { createDelivery } from '../../supabase/functions/send-email/delivery.ts';
import { createNotifications } from '../../supabase/functions/send-email/notifications.ts';
import { createSellerMails, MAIL_LIMITS } from '../../server/seller/mails.ts';
import { createSmtpMailer } from '../../supabase/functions/send-email/smtp.ts';
import { openPool } from '../support/server/app-with-database.ts';
import { createMemoryLog } from '../support/server/log.ts';
import { startMailServer, type MailServer } from '../support/mail/mail-server.ts';
import { SELLER_MAIL_SETTINGS, VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { openSellerDatabase, type SellerDatabase } from '../support/seller/seller-database.ts';
import { waitUntil } from '../support/runner/wait-until.ts';

const FIRM = SELLER_MAIL_SETTINGS.to;
const SELLER = VALUATION_LEAD.email;

let desk: SellerDatabase;
let pool: pg.Pool;
const mailServers: MailServer[] = [];
const senders: Sender[] = [];
beforeEach(async () => {
  desk = await openSellerDatabase();
  pool = openPool(desk.database, 'mailer');
});
afterEach(async () => {
  await Promise.all([
    ...mailServers.splice(0).map((server) => server.close()),
    ...senders.splice(0).map((sender) => sender.stop()),
  ]);
  await pool.end();
});

async function startMails(options?: SMTPServerOptions): Promise<MailServer> {
  const server = await startMailServer(options);
  mailServers.push(server);
  return server;
}

const { log } = createMemoryLog();

/** Sends the mails of all kinds, as the server does. */
const openDelivery = (url: string) =>
  createDelivery({
    notifications: createNotifications(pool, MAIL_LIMITS),
    others: createSellerMails(desk.pool, SELLER_MAIL_SETTINGS),
    addresses: SELLER_MAIL_SETTINGS,
    sendMail: createSmtpMailer(url),
    log,
  });

function startSenders(url: string): void {
  senders.push(startSender({ delivery: openDelivery(url), log, pollMs: 50 }));
}

async function addWaiting(): Promise<string> {
  const leadId = await desk.addLead({ ...VALUATION_LEAD });
  await desk.staff.call('mail_seller', { lead_id: leadId, request_id: randomUUID(), mail: 'tried' });
  return leadId;
}

test('many mails to sellers, and a mail server that holds each of them, delay no mail about a lead', async () => {
  const held: (() => void)[] = [];
  const arrived: string[] = [];
  const { url } = await startMails({
    onData(stream, session, done) {
      const to = session.envelope.rcptTo[0]?.address ?? '';
      void text(stream).then(() => {
        arrived.push(to);
        if (to === SELLER) held.push(done);
        else done();
      });
    },
  });
  for (let count = 0; count < 20; count += 1) await addWaiting();
  await desk.admin.query('update private.notifications set sent_at = now()');
  startSenders(url);
  await waitUntil('mails to sellers are held', () => Promise.resolve(held.length === 2));
  for (let count = 0; count < 10; count += 1) await desk.addLead();
  await waitUntil('the firm has all its mails', () =>
    Promise.resolve(arrived.filter((to) => to === FIRM).length === 10),
  );
  expect(held).toHaveLength(2);
  // Ends the held connections, because the senders would wait for them.
  await Promise.all(mailServers.splice(0).map((server) => server.close()));
});
