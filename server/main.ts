import { once } from 'node:events';
import { join } from 'node:path';
import { createDelivery } from '../supabase/functions/send-email/delivery.ts';
import { createDigest } from '../supabase/functions/send-email/digest.ts';
import { createHandler } from '../supabase/functions/send-email/handler.ts';
import { createNotifications } from '../supabase/functions/send-email/notifications.ts';
import { createSellerDelivery } from '../supabase/functions/send-email/seller-mails.ts';
import { createApp } from './app.ts';
import { openCallLimit } from './http/call-limit.ts';
import { openClosingSignal } from './closing-signal.ts';
import { listMigrations } from './database/migrate.ts';
import { openDatabase } from './database/open-database.ts';
import { queryKeepingConnection } from './database/query-keeping-connection.ts';
import { deleteEndedCounts, deleteExpired, retentionDaysOf, startRetention } from './operations/retention.ts';
import { announceDesk } from './desk/announce-desk.ts';
import { openDesk } from './desk/desk.ts';
import { createDailyBackups, startDailyBackups } from './operations/daily-backups.ts';
import { deskPortOf, loadEnvironment, type Environment, type RateLimit } from './env.ts';
import { createHealth } from './operations/health.ts';
import { openHttpServer } from './http-server.ts';
import { openKeys } from './keys.ts';
import { createLeadStore } from './leads/lead-store.ts';
import { openLog } from './log.ts';
import { startDigests } from './mail/digests.ts';
import { readFirmDetails } from './mail/firm-details.ts';
import { openMailer } from './mail/mailer.ts';
import { openMetricsServer } from './operations/metrics-server.ts';
import { createMetrics } from './operations/metrics.ts';
import { deleteMails, vacuumDeletedRows } from './operations/person.ts';
import { deleteAbandonedRehearsal } from './operations/rehearsal.ts';
import { createRemainsRemoval } from './operations/remains-removal.ts';
import { securityHeaders } from './http/response-headers.ts';
import { openSite } from './site/site.ts';
import { startSender } from './mail/sender.ts';
import { setOpeningHours } from './site/set-opening-hours.ts';
import { requireSiteKey } from './site/site-key.ts';

const SITE_DIRECTORY = join(import.meta.dirname, '../dist');
const DESK_DIRECTORY = join(import.meta.dirname, '../dist-desk');

/** How long closing may take. A mail server or a database that hangs must not keep the process alive. */
const CLOSE_LIMIT_MS = 15_000;

/** How often to look for stuck notifications: mails about leads that have been pending for more than 15 minutes. */
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
const log = openLog(env.LOG_LEVEL);
const closing = openClosingSignal(log);

function logFatal(error: unknown): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  log.fatal({ error: message, stack }, 'the server cannot continue');
}
process.once('uncaughtException', (error) => {
  logFatal(error);
  process.exit(1);
});

/**
 * The limit on the calls of the seller's page in this process. The database has a lower limit, but does not count calls
 * that it refuses with an error. This limit keeps such calls from using up the connections.
 */
function pageCallLimits({ PAGE_CALLS_PER_MINUTE: limit = 60 }: Environment): RateLimit[] {
  return limit === 'off' ? [] : [{ count: 3 * limit, seconds: 60 }];
}

/** Opens everything, the ports last. Each part that must be closed again is added to the stack. */
async function open(opened: AsyncDisposableStack): Promise<void> {
  const deskPort = deskPortOf(env);
  const keys = openKeys(env.DATA_DIR);
  const publishableKey = env.PUBLIC_SUPABASE_KEY ?? keys.publishableKey;
  const headers = securityHeaders(env.SITE_URL);
  const site = openSite(SITE_DIRECTORY, { headers });
  requireSiteKey(SITE_DIRECTORY, publishableKey);
  const firm = readFirmDetails(site);

  const database = await openDatabase(env, keys, log, closing);
  opened.defer(() => database.close());

  await database.asOwner((client) => setOpeningHours(client, site.homePage));

  const outbox = join(env.DATA_DIR, 'outbox');
  const metrics = createMetrics();
  const sendMail = metrics.countMails(openMailer(env, outbox, log));
  const mail = {
    sendMail,
    addresses: { to: env.MAIL_TO, from: env.MAIL_FROM, deskUrl: env.DESK_URL },
    log,
  };
  const sellerDelivery = createSellerDelivery({
    ...mail,
    database: database.asMailer,
    settings: { ...mail.addresses, siteUrl: env.SITE_URL, firm },
  });
  const delivery = createDelivery({ notifications: createNotifications(database.asMailer), ...mail });
  const queryAsAnon = queryKeepingConnection(database.asAnon);
  const leads = createLeadStore(queryAsAnon);
  const sender = startSender({ delivery, log });
  const sellerSender = startSender({ delivery: sellerDelivery, log });
  opened.defer(() => Promise.all([sender.stop(), sellerSender.stop()]).then(() => undefined));
  const digests = startDigests(createDigest({ database: database.asMailer, ...mail }));
  opened.defer(() => digests.stop());
  const backups =
    env.BACKUP_DIR === undefined
      ? undefined
      : createDailyBackups({
          folder: env.BACKUP_DIR,
          keep: env.BACKUP_KEEP,
          publishableKey: keys.publishableKey,
          asOwner: database.asOwner,
          log,
        });
  if (backups) {
    const running = startDailyBackups(backups);
    opened.defer(() => running.stop());
  }
  const health = createHealth({
    probe: database.asProbe,
    migrations: await listMigrations(),
    isSending: sender.isRunning,
    areBackupsLate: backups?.areLate,
    log,
  });

  const expiry = { outbox, days: retentionDaysOf(env), log };
  const retention = startRetention({
    log,
    deleteExpired: () => database.asOwner((client) => deleteExpired(client, expiry)),
  });
  opened.defer(() => retention.stop());

  // The privacy policy promises that a count of the leads from an IP address is deleted within a minute of the end of
  // the time that it covers. The same run deletes the lead that a killed `npm run setup -- --check` has left.
  const countsRetention = startRetention({
    log,
    deleteExpired: () =>
      database.asOwner(async (client) => {
        await deleteEndedCounts(client);
        await deleteAbandonedRehearsal(client, outbox);
        return undefined;
      }),
    everyMs: 60_000,
    retryMs: 60_000,
  });
  opened.defer(() => countsRetention.stop());

  // An erasure leaves remains of rows in the tables' files. Removing them locks the tables, so after erasures by sellers it
  // is done once an hour, however many there were. The desk removes them at once, unless the tables are in use for long.
  const remainsRemoval = createRemainsRemoval(() => database.asOwner(vacuumDeletedRows));
  const remainsRetention = startRetention({
    log,
    deleteExpired: () => remainsRemoval.run(),
    everyMs: 3_600_000,
  });
  opened.defer(() => remainsRetention.stop());

  // `waitUntil`, which keeps an edge function alive, has nothing to do here: the process lives until `delivery.close()`
  // has waited for the mails.
  const sendEmail = createHandler({ delivery, log, waitUntil: () => undefined });
  opened.defer(() => Promise.all([delivery.close(), sellerDelivery.close()]).then(() => undefined));

  const app = createApp({
    site,
    headers,
    siteUrl: env.SITE_URL,
    leads: metrics.countLeads(leads),
    seller: {
      query: queryAsAnon,
      limit: openCallLimit(pageCallLimits(env)),
      async onErased(leadIds) {
        await deleteMails(outbox, leadIds);
        remainsRemoval.noteErasure();
      },
      onAsked: sellerSender.wake,
    },
    callLimit: openCallLimit(env.CALLS_PER_ADDRESS),
    formLimit: openCallLimit(env.CALLS_PER_ADDRESS),
    trustedProxies: env.TRUST_PROXY,
    publishableKey,
    sendEmail,
    onStored: sender.wake,
    health,
    metrics,
    log,
  });

  const { METRICS_HOST: host, METRICS_PORT: port } = env;
  const metricsServer = port === undefined ? null : await openMetricsServer(metrics.registry, { host, port });
  if (metricsServer) {
    opened.defer(metricsServer.close);
    metrics.addQueueAndProcessMetrics(health.queue);
  }
  const server = await openHttpServer({ app, site, headers, host: env.HOST, port: env.PORT });
  opened.defer(server.close);

  if (deskPort !== undefined) {
    const desk = await openDesk({
      directory: DESK_DIRECTORY,
      env,
      port: deskPort,
      database,
      site,
      publishableKey,
      sendMail,
      outbox,
      remainsRemoval,
      log,
    }).catch((error: unknown) => {
      if (env.DESK_PORT !== undefined) throw error;
      // Nobody configured this port, it is only the default: the site runs without the desk.
      log.error({ error: String(error) }, 'the desk is not opened: set DESK_PORT to a free port, or to off');
      return undefined;
    });
    if (desk) {
      opened.defer(desk.close);
      announceDesk(desk, {
        isTrial: env.DESK_URL === undefined,
        print: process.stdout.isTTY ? (text) => process.stdout.write(text) : undefined,
        log,
      });
    }
  }

  // Also logs stuck notifications: called here so that they are logged even if no monitor requests /readyz.
  setInterval(() => void health.queue(), WATCH_INTERVAL_MS).unref();

  // Logged last, because a program that waits for this line may close the server at once.
  const url = `http://localhost:${server.port}`;
  log.info(
    { url, health: `${url}/readyz`, ...(metricsServer && { metrics: metricsServer.url }) },
    'listening',
  );
}

const opened = new AsyncDisposableStack();
try {
  await open(opened);
  if (!closing.aborted) await once(closing, 'abort');
} catch (error) {
  // A signal that interrupts the wait for the database is not an error.
  if (!closing.aborted) {
    logFatal(error);
    process.exitCode = 1;
  }
}

setTimeout(() => {
  log.error('closing took too long: exiting');
  process.exit(1);
}, CLOSE_LIMIT_MS).unref();
await opened.disposeAsync();
if (!process.exitCode) log.info('closed');
process.exit();
