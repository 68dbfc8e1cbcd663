import { once } from 'node:events';
import { join } from 'node:path';
import { createApp, type AppDependencies } from './app.ts';
import { createBackgroundWork, type BackgroundWork } from './background-work.ts';
import { openClosingSignal } from './closing-signal.ts';
import { recordInWords } from '#src/lib/record-words.ts';
import { readPromise } from './cases/calendar.ts';
import { readOurRecord } from './cases/our-record.ts';
import type { Fault } from './database/codes.ts';
import { listMigrations } from './database/migrate.ts';
import { openDatabase, type Database } from './database/open-database.ts';
import { queryKeepingConnection } from './database/query-keeping-connection.ts';
import { announceDesk } from './desk/announce-desk.ts';
import { openDesk, type Desk } from './desk/desk.ts';
import { tellOfFaults } from './desk/push/tell.ts';
import { createUnseenMail } from './desk/push/unseen-mail.ts';
import { deskPortOf, isPublicSite, isTrialOfMails, loadEnvironment, type Environment } from './env.ts';
import { openHttpServer } from './http-server.ts';
import { openCallLimit } from './http/call-limit.ts';
import { securityHeaders } from './http/response-headers.ts';
import { startInbox } from './inbox/inbox.ts';
import { accountOf } from './inbox/oauth.ts';
import { addressesIn } from './inbox/read-mail.ts';
import { openKeys } from './keys.ts';
import { createLeadStore } from './leads/lead-store.ts';
import { openLog } from './log.ts';
import { readFirmDetails, type FirmDetails } from './mail/firm-details.ts';
import { openMailer } from './mail/mailer.ts';
import { startMails, type Mails } from './mail/mails.ts';
import { startDailyBackups } from './operations/daily-backups.ts';
import { createLooks, createRefusedSignIns, startFaultWatch } from './operations/fault-watch.ts';
import { createHealth, type Health } from './operations/health.ts';
import { openMetricsServer, type MetricsServer } from './operations/metrics-server.ts';
import { watchNewerVersions } from './operations/newer-versions.ts';
import { createMetrics, type Metrics } from './operations/metrics.ts';
import { deleteMails, hasRemains, vacuumDeletedRows } from './operations/person.ts';
import { startDeletions } from './operations/regular-deletions.ts';
import { createRemainsRemoval, type RemainsRemoval } from './operations/remains-removal.ts';
import { openPublishing } from './publishing/publishing.ts';
import { openRoom, type ReadRoom } from './papers/room.ts';
import { createSellerMails, MAIL_LIMITS } from './seller/mails.ts';
import { showOurRecord } from './site/our-record.ts';
import { setOpeningHours } from './site/set-opening-hours.ts';
import { requireSiteKey } from './site/site-key.ts';
import { showNotices } from './site/show-notices.ts';
import { openSite } from './site/site.ts';

const DESK_DIRECTORY = join(import.meta.dirname, '../dist-desk');

/** How long closing may take. A mail server or a database that hangs must not keep the process alive. */
const CLOSE_LIMIT_MS = 15_000;

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

/** What the public site's app is made of, besides what the environment says. */
type SiteParts = Pick<AppDependencies, 'site' | 'headers' | 'publishableKey' | 'metrics' | 'health'> & {
  database: Database;
  outbox: string;
  remainsRemoval: RemainsRemoval;
  background: BackgroundWork;
  readRoom: ReadRoom;
  mails: Mails;
  firm: FirmDetails;
};

/** The app of the public site: the forms, the calls of the seller's page, and the health checks. */
function createSiteApp({
  database,
  outbox,
  remainsRemoval,
  background,
  readRoom,
  mails,
  firm,
  ...parts
}: SiteParts) {
  const { PAGE_CALLS_PER_MINUTE: pageLimit = 60 } = env;
  return createApp({
    ...parts,
    siteUrl: env.SITE_URL,
    leads: parts.metrics.countLeads(createLeadStore(queryKeepingConnection(database.asAnon))),
    seller: {
      pool: database.asSeller,
      deskPool: database.asStaff,
      callsPerMinute: pageLimit === 'off' ? undefined : pageLimit,
      firm,
      readRoom,
      async onErased(leadIds) {
        await deleteMails(outbox, leadIds);
        remainsRemoval.noteErasure();
      },
      inBackground: (work) => {
        background.start(work, (error) => {
          log.error({ error: String(error) }, 'work after a response failed');
        });
      },
      onAsked: mails.sender.wake,
    },
    callLimit: openCallLimit(env.CALLS_PER_ADDRESS),
    formLimit: openCallLimit(env.CALLS_PER_ADDRESS),
    trustedProxies: env.TRUST_PROXY,
    sendEmail: mails.sendEmail,
    onStored: mails.sender.wake,
    log,
  });
}

async function openMetrics(metrics: Metrics, health: Health): Promise<MetricsServer | undefined> {
  const { METRICS_HOST: host, METRICS_PORT: port } = env;
  if (port === undefined) return undefined;
  const server = await openMetricsServer(metrics.registry, { host, port });
  metrics.addQueueAndProcessMetrics(health.queue, health.room);
  return server;
}

/** The desk, and the first owner's link to it. If only its default port is taken, the site runs without the desk. */
async function openAndAnnounceDesk(options: Parameters<typeof openDesk>[0]): Promise<Desk | undefined> {
  const desk = await openDesk(options).catch((error: unknown) => {
    if (env.DESK_PORT !== undefined) throw error;
    log.error({ error: String(error) }, 'the desk is not opened: set DESK_PORT to a free port, or to off');
    return undefined;
  });
  if (desk) {
    announceDesk(desk, {
      isTrial: env.DESK_URL === undefined,
      print: process.stdout.isTTY ? (text) => process.stdout.write(text) : undefined,
      log,
    });
  }
  return desk;
}

/** Opens everything, the ports last. Each part that must be closed again is added to the stack. */
async function open(opened: AsyncDisposableStack): Promise<void> {
  const deskPort = deskPortOf(env);
  const keys = openKeys(env.DATA_DIR);
  const publishableKey = env.PUBLIC_SUPABASE_KEY ?? keys.publishableKey;
  const headers = securityHeaders(env.SITE_URL);
  const database = await openDatabase(env, keys, log, closing);
  opened.defer(() => database.close());
  const { asOwner } = database;
  const publishing = openPublishing({
    folder: join(env.DATA_DIR, 'site'),
    publishableKey,
    isPublic: isPublicSite(env),
    hook: env.PUBLISH_HOOK,
    pool: database.asStaff,
    asOwner,
    log,
  });
  opened.defer(() => publishing.stop());
  const isOpen = publishing.isOpen(await asOwner(publishing.readLiveContent));
  if (!isOpen)
    log.warn('nobody sees the site yet: an owner puts in what is missing, and publishes it, at the desk');
  const directory = await publishing.findDirectory();
  const site = openSite(directory, { headers, isOpen, former: await publishing.findFormerFiles(directory) });
  requireSiteKey(directory, publishableKey);
  // Changed in place when the site is published.
  const firm = readFirmDetails(site);
  const storeDetails = () =>
    asOwner(async (client) => {
      await setOpeningHours(client, site.homePage);
      await client.query('update desk.settings set complaint_days = $1', [firm.complaintDays]);
    });
  await storeDetails();
  site.onUse(() => {
    Object.assign(firm, readFirmDetails(site));
    const store = () => {
      storeDetails().catch((error: unknown) => {
        log.error({ error: String(error) }, 'the opening hours of the published site are not stored yet');
        setTimeout(store, 10_000).unref();
      });
    };
    store();
  });

  const backups = startDailyBackups(env, { publishableKey: keys.publishableKey, asOwner, log });
  if (backups) opened.defer(() => backups.stop());
  const outbox = join(env.DATA_DIR, 'outbox');
  const remainsRemoval = createRemainsRemoval(() => asOwner(vacuumDeletedRows));
  if (await asOwner(hasRemains)) remainsRemoval.noteErasure();
  opened.defer(startDeletions({ env, asOwner, outbox, remainsRemoval, log }));

  const readRoom = openRoom({
    folders: [env.DATA_DIR, ...(env.BACKUP_DIR === undefined ? [] : [env.BACKUP_DIR])],
    mostBytes: env.PAPERS_MAX_GB * 1e9,
  });

  const metrics = createMetrics();
  const sendMail = metrics.countMails(openMailer(env, outbox, log));
  const addresses = { to: env.MAIL_TO, from: env.MAIL_FROM, deskUrl: env.DESK_URL };
  const isInboxRead = Boolean(env.IMAP_URL) || isTrialOfMails(env);
  const sellerMails = {
    ...addresses,
    siteUrl: env.SITE_URL,
    firm,
    get replyTo() {
      return isInboxRead ? (env.REPLY_TO ?? firm.email) : undefined;
    },
  };
  const mails = startMails({
    addresses,
    kinds: MAIL_LIMITS,
    others: {
      ...createSellerMails(database.asStaff, sellerMails),
      unseen: createUnseenMail(database.asStaff, addresses),
    },
    promisedBy: (lead) => readPromise(database.asStaff, lead),
    database: database.asMailer,
    sendMail,
    log,
  });
  opened.defer(() => mails.close());

  const inbox = startInbox({
    account: accountOf(env),
    folder: isTrialOfMails(env) ? join(env.DATA_DIR, 'inbox') : undefined,
    settings: {
      get ownAddresses() {
        return addressesIn([env.MAIL_TO, env.MAIL_FROM, firm.email, env.REPLY_TO ?? '']);
      },
      replyTo: env.REPLY_TO,
      authservId: env.IMAP_AUTHSERV_ID,
      readRoom,
    },
    pool: database.asStaff,
    asOwner,
    count: metrics.countInbox,
    log,
  });
  if (inbox) opened.defer(inbox.stop);
  if (inbox && env.IMAP_URL) metrics.watchMailbox(inbox.isRead);

  const health = createHealth({
    probe: database.asProbe,
    migrations: await listMigrations(),
    isSending: mails.sender.isRunning,
    backupState: backups?.state,
    readRoom: () => readRoom(database.asStaff),
    isMailboxRead: env.IMAP_URL === undefined ? undefined : inbox?.isRead,
    log,
  });
  const metricsServer = await openMetrics(metrics, health);
  if (metricsServer) opened.defer(metricsServer.close);

  const readRecord = async () => recordInWords(await readOurRecord(database.asSeller));
  opened.defer(showNotices(site));
  opened.defer(await showOurRecord({ site, read: readRecord, log }));

  const background = createBackgroundWork();
  opened.defer(() => background.settle());
  const app = createSiteApp({
    site,
    headers,
    publishableKey,
    database,
    firm,
    outbox,
    remainsRemoval,
    background,
    readRoom,
    mails,
    metrics,
    health,
  });
  const server = await openHttpServer({ app, site, headers, host: env.HOST, port: env.PORT });
  opened.defer(server.close);

  const refusedSignIns = createRefusedSignIns();
  const newerVersions = watchNewerVersions({ url: env.UPDATES_URL, dataDir: env.DATA_DIR, log });
  opened.defer(newerVersions.stop);
  if (deskPort !== undefined) {
    const desk = await openAndAnnounceDesk({
      directory: DESK_DIRECTORY,
      env,
      port: deskPort,
      database,
      site,
      sendMail,
      outbox,
      remainsRemoval,
      readRoom,
      publishing,
      refusedSignIns,
      newerVersions,
      log,
    });
    if (desk) opened.defer(desk.close);
  }

  // Also logs stuck notifications, even if no monitor requests /readyz.
  const looks = createLooks({
    health,
    folders: [env.DATA_DIR, ...(backups && env.BACKUP_DIR ? [env.BACKUP_DIR] : [])],
    siteUrl: new URL(env.SITE_URL),
    refusedSignIns,
    newerVersions,
  });
  const db = database.asStaff;
  const tellDevices = (faults: readonly Fault[]) => tellOfFaults(db, faults);
  opened.defer(startFaultWatch({ looks, db, tellDevices, log }));

  publishing.start(site);

  // Logged last, because a program that waits for this line may close the server at once.
  const url = `http://localhost:${server.port}`;
  log.info(
    { url, health: `${url}/readyz`, ...(metricsServer && { metrics: metricsServer.url }) },
    'listening',
  );
  // `npm start` then looks at /readyz (scripts/update/start-server.ts).
  process.send?.({ host: env.HOST, port: server.port });
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
