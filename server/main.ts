import { join } from 'node:path';
import { pino } from 'pino';
import pretty from 'pino-pretty';
import { createDelivery } from '../supabase/functions/send-email/delivery.ts';
import { createHandler } from '../supabase/functions/send-email/handler.ts';
import { createNotifications } from '../supabase/functions/send-email/notifications.ts';
import { createSmtpMailer } from '../supabase/functions/send-email/smtp.ts';
import { openAddressLimits } from './address-limits.ts';
import { createApp } from './app.ts';
import { listMigrations } from './database/migrate.ts';
import { openDatabase } from './database/open-database.ts';
import { prepareStatements } from './database/prepare-statements.ts';
import { deleteExpiredMails, deleteExpiredRows, startRetention } from './data/retention.ts';
import { createEmlOutbox } from './eml-outbox.ts';
import { loadEnvironment, type Environment } from './env.ts';
import { createHealth } from './health.ts';
import { openHttpServer } from './http-server.ts';
import { openKeys } from './keys.ts';
import { createLeadStore } from './lead-store.ts';
import { openMetricsServer } from './metrics-server.ts';
import { createMetrics } from './metrics.ts';
import { securityHeaders } from './response-headers.ts';
import { openSite } from './routes/site.ts';
import { startSender } from './sender.ts';
import { requireSiteKey } from './site-key.ts';

const SITE_DIRECTORY = join(import.meta.dirname, '../dist');

/** When closing ends the hard way: a mail server or a database that hangs must not keep the process. */
const CLOSE_LIMIT_MS = 15_000;

/** How often to look whether a notification is stuck: far below the fifteen minutes that make it so. */
const WATCH_INTERVAL_MS = 30_000;

function readEnvironment(): Environment {
  try {
    return loadEnvironment();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

const env = readEnvironment();
// Lines to read where somebody is looking, JSON where a machine collects them.
const log = pino(
  { level: env.LOG_LEVEL, base: null },
  process.stdout.isTTY ? pretty({ singleLine: true }) : process.stdout,
);

const closing = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  // A terminal and npm each pass on a Ctrl-C: the second means nothing more.
  process.on(signal, () => {
    if (closing.signal.aborted) return;
    log.info({ signal }, 'closing');
    closing.abort();
  });
}

process.once('uncaughtException', (error) => {
  if (closing.signal.aborted && error.name === 'AbortError') process.exit(0);
  log.fatal({ error: error.message, stack: error.stack }, 'the server cannot go on');
  process.exit(1);
});

const keys = openKeys(env.DATA_DIR);
const publishableKey = env.PUBLIC_SUPABASE_KEY ?? keys.publishableKey;
const headers = securityHeaders(env.SITE_URL);
const site = openSite(SITE_DIRECTORY, { headers });
requireSiteKey(SITE_DIRECTORY, publishableKey);
const database = await openDatabase(env, keys, log, closing.signal);

const outbox = join(env.DATA_DIR, 'outbox');
if (!env.SMTP_URL) log.warn({ outbox }, 'SMTP_URL is not set: mails are written to files');
else if (env.MAIL_TO.endsWith('.example')) log.warn('MAIL_TO is not set: no mail will reach anybody');

const metrics = createMetrics();
const sendMail = env.SMTP_URL ? createSmtpMailer(env.SMTP_URL) : createEmlOutbox(outbox);
const delivery = createDelivery({
  notifications: createNotifications(prepareStatements(database.asMailer)),
  sendMail: metrics.countMails(sendMail),
  addresses: { to: env.MAIL_TO, from: env.MAIL_FROM },
  log,
});
const leads = createLeadStore(database.asAnon);
const sender = startSender({ delivery, log, isCrowded: leads.isCrowded });
const health = createHealth({
  probe: database.asProbe,
  migrations: await listMigrations(),
  isSending: sender.isRunning,
  log,
});

const retentionDays = {
  lead: env.RETENTION_LEAD_DAYS,
  suspect: env.RETENTION_SUSPECT_DAYS,
  delivery: env.RETENTION_DELIVERY_DAYS,
};
const retention = startRetention({
  log,
  deleteExpired: async () => ({
    ...(await database.asOwner((client) => deleteExpiredRows(client, retentionDays))),
    mails: await deleteExpiredMails(outbox, retentionDays, Date.now()),
  }),
});

const underWay = new Set<Promise<unknown>>();
const sendEmail = createHandler({
  delivery,
  log,
  waitUntil: (work) => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  },
});

const limits = openAddressLimits({
  pool: database.asLimiter,
  secret: database.submissionSecret,
  leads: env.LEADS_PER_ADDRESS,
  calls: env.CALLS_PER_ADDRESS,
  log,
});

const app = createApp({
  site,
  headers,
  leads: metrics.countLeads(leads),
  limits,
  trustedProxies: env.TRUST_PROXY,
  publishableKey,
  sendEmail,
  submissionSecret: database.submissionSecret,
  onStored: sender.wake,
  health,
  metrics,
  log,
});

/** What runs already must not be left running. */
async function giveUp(error: unknown): Promise<never> {
  await Promise.all([sender.stop(), retention.stop()]);
  await database.close();
  throw error;
}

const metricsServer =
  env.METRICS_PORT === undefined
    ? undefined
    : await openMetricsServer(metrics.registry, { host: env.METRICS_HOST, port: env.METRICS_PORT }).catch(
        giveUp,
      );
if (metricsServer) metrics.watchQueueAndProcess(health.queue);
const server = await openHttpServer({ app, site, host: env.HOST, port: env.PORT }).catch(giveUp);

async function close(): Promise<void> {
  setTimeout(() => {
    log.error('something did not end in time: ending without it');
    process.exit(1);
  }, CLOSE_LIMIT_MS).unref();
  metricsServer?.close();
  await server.close();
  await Promise.all([sender.stop(), retention.stop(), ...underWay]);
  limits.close();
  await database.close();
  log.info('closed');
  process.exit(0);
}

if (closing.signal.aborted) await close();
closing.signal.addEventListener('abort', () => void close());

// A notification that gets stuck is told though nobody asks.
setInterval(() => void health.queue(), WATCH_INTERVAL_MS).unref();

// Last: whoever reads it may close the server at once.
const url = `http://localhost:${server.port}`;
log.info({ url, health: `${url}/readyz`, ...(metricsServer && { metrics: metricsServer.url }) }, 'listening');
