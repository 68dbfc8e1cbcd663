import { once } from 'node:events';
import { serve } from '@hono/node-server';
import pg from 'pg';
import { createApp } from '../../server/app.ts';
import type { RateWindow } from '../../server/env.ts';
import { openCallLimit } from '../../server/mail/call-limit.ts';
import { setLimits } from '../../server/database/set-limits.ts';
import { createLeadStore } from '../../server/leads/lead-store.ts';
import { createMetrics } from '../../server/operations/metrics.ts';
import { openSite } from '../../server/site/site.ts';
import {
  createDelivery,
  type Delivery,
  type SendMail,
} from '../../supabase/functions/send-email/delivery.ts';
import { createHandler } from '../../supabase/functions/send-email/handler.ts';
import {
  createNotifications,
  type Notifications,
} from '../../supabase/functions/send-email/notifications.ts';
import type { MailMessage } from '../../supabase/functions/send-email/message.ts';
import { HEALTHY, SECURITY_HEADERS, SITE_FIXTURE } from './app.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createMemoryLog } from './log.ts';
import { PUBLISHABLE_KEY } from './publishable-key.ts';

const MAIL_ADDRESSES = { to: 'leads@example.com', from: 'Website <website@example.com>' };

/** A pool that works as a role, on a database that will be dropped. */
export function openPool({ url }: TestDatabase, role: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 10, options: `-c role=${role}` });
  // The database is dropped while the last connections are still saying goodbye: to the pool, or on their own.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  return pool;
}

export type Queue = {
  database: TestDatabase;
  notifications: Notifications;
  deliveryWith: (sendMail: SendMail, notifications?: Notifications) => Delivery;
  close: () => Promise<void>;
};

/** The queue of notifications on a real database; how mail leaves is the test's choice. */
export async function openQueue(): Promise<Queue> {
  const database = await createTestDatabase();
  const pool = openPool(database, 'mailer');
  const notifications = createNotifications(pool);
  return {
    database,
    notifications,
    deliveryWith: (sendMail, kept = notifications) =>
      createDelivery({
        notifications: kept,
        sendMail,
        addresses: MAIL_ADDRESSES,
        log: createMemoryLog().log,
      }),
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}

/** A mailer that keeps what it is given. */
export function createMailbox(): { mails: MailMessage[]; sendMail: SendMail } {
  const mails: MailMessage[] = [];
  return {
    mails,
    sendMail: (mail) => {
      mails.push(mail);
      return Promise.resolve();
    },
  };
}

export type Stack = {
  url: string;
  database: TestDatabase;
  mails: MailMessage[];
  /** Resolves once every mail that was asked for has left. */
  settle(): Promise<void>;
  close(): Promise<void>;
};

/** The app as the product makes it, on a real database and a real port; mail goes to a list. No limits unless given. */
export async function startStack(leadsPerAddress: RateWindow[] = []): Promise<Stack> {
  const { database, deliveryWith, close } = await openQueue();
  const asAnon = openPool(database, 'anon');
  await setLimits(database.admin, { LEADS_PER_ADDRESS: leadsPerAddress });
  const { mails, sendMail } = createMailbox();
  const { log } = createMemoryLog();
  const underWay: Promise<unknown>[] = [];
  const app = createApp({
    site: openSite(SITE_FIXTURE, { headers: SECURITY_HEADERS }),
    headers: SECURITY_HEADERS,
    leads: createLeadStore(asAnon),
    callLimit: openCallLimit([]),
    trustedProxies: [],
    publishableKey: PUBLISHABLE_KEY,
    sendEmail: createHandler({
      delivery: deliveryWith(sendMail),
      log,
      waitUntil: (work) => underWay.push(work),
    }),
    onStored: () => undefined,
    submissionSecret: 'secret of the tests',
    health: HEALTHY,
    metrics: createMetrics(),
    log,
  });
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    database,
    mails,
    settle: async () => {
      await Promise.all(underWay);
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
      await asAnon.end();
      await close();
    },
  };
}
