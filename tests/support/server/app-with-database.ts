import pg from 'pg';
import { queryKeepingConnection } from '#server/database/query-keeping-connection.ts';
import { TEXT_TYPES } from '#server/database/text-types.ts';
import { setLimits } from '#server/database/set-lead-limits.ts';
import { createLeadStore } from '#server/leads/lead-store.ts';
import { createDelivery, type SendMail } from '#send-email/delivery.ts';
import { createHandler } from '#send-email/handler.ts';
import { createNotifications } from '#send-email/notifications.ts';
import type { MailMessage } from '#send-email/message.ts';
import type { SellerCalls } from '#server/seller/routes.ts';
import { createTestApp, SELLER_CALLS } from './test-app.ts';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { serve } from './listen-on-free-port.ts';
import { createMemoryLog } from './log.ts';
import { closeAtEnd } from '../runner/close-at-end.ts';
import { WAIT_LIMIT_MS } from '../runner/time-limits.ts';

const MAIL_ADDRESSES = { to: 'leads@example.com', from: 'Website <website@example.com>' };

/** Opens a pool whose connections have the role's privileges, on a database that the test drops at its end. */
export function openPool(
  { url }: Pick<TestDatabase, 'url'>,
  role: string,
  max = 10,
  config: pg.PoolConfig = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // A query fails if no connection becomes free in time, as on the server.
    connectionTimeoutMillis: WAIT_LIMIT_MS,
    options: `-c role=${role} -c timezone=UTC`,
    ...config,
  });
  // Ignores errors of connections that are still closing when the database is dropped.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  return pool;
}

/** Opens the queue of mails about leads on a real database. The test decides how mails are sent. */
export async function openQueue() {
  const database = await createTestDatabase();
  const pool = openPool(database, 'mailer');
  const notifications = createNotifications(pool);
  return {
    database,
    notifications,
    deliveryWith: (sendMail: SendMail) =>
      createDelivery({ notifications, sendMail, addresses: MAIL_ADDRESSES, log: createMemoryLog().log }),
  };
}

/**
 * Starts the product's app on a real database and a real port, without limits per IP address. Mails are put into a list
 * instead of being sent. It stops at the end of the test, or of the test file.
 */
export async function startAppWithDatabase(seller: Partial<SellerCalls> = {}) {
  const { database, deliveryWith } = await openQueue();
  const asAnon = openPool(database, 'anon');
  await setLimits(database.admin, { LEADS_PER_ADDRESS: [] });
  const mails: MailMessage[] = [];
  const delivery = deliveryWith((mail) => {
    mails.push(mail);
    return Promise.resolve();
  });
  const { log, lines } = createMemoryLog();
  const underWay: Promise<unknown>[] = [];
  const erased: string[] = [];
  const forRoutes = { types: TEXT_TYPES, pipeline: true };
  const pool = openPool(database, 'seller', 10, forRoutes);
  const deskPool = openPool(database, 'desk', 10, forRoutes);
  const { app } = createTestApp({
    leads: createLeadStore(queryKeepingConnection(asAnon)),
    seller: {
      ...SELLER_CALLS,
      ...seller,
      pool,
      deskPool,
      inBackground: (work) => underWay.push(work()),
      onErased: (leadIds) => {
        erased.push(...leadIds);
        return Promise.resolve();
      },
    },
    sendEmail: createHandler({
      delivery,
      log,
      waitUntil: (work) => underWay.push(work),
    }),
    log,
  });
  const server = await serve(app.fetch);
  closeAtEnd(async () => {
    await server.close();
    await Promise.all(underWay);
    await database.drop();
  });
  return {
    url: server.url,
    app,
    database,
    mails,
    lines,
    /** The ids of the leads that sellers have erased. */
    erased,
    /** Resolves when every requested mail has been sent, and what follows a response is done. */
    settle: async () => {
      await Promise.all(underWay);
    },
  };
}
