import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { compress } from 'hono/compress';
import type { Logger } from 'pino';
import { readCalendarFeed } from '../cases/calendar-feed.ts';
import type { Database } from '../database/open-database.ts';
import { answerRefused } from '../http/answer-refused.ts';
import { CLIENT_GONE, isClientGone } from '../http/client-gone.ts';
import { createClientIpFinder } from '../http/client-ip.ts';
import { limitBody } from '../http/limit-body.ts';
import { BUSY_SECONDS, limitConcurrency } from '../http/limit-concurrency.ts';
import { limitLines } from '../http/limited-log.ts';
import { logRequests } from '../http/log-requests.ts';
import { shortPath } from '../http/path-in-log.ts';
import { setHeaders } from '../http/set-headers.ts';
import type { NewerVersions } from '../operations/newer-versions.ts';
import type { ReadRoom } from '../papers/room.ts';
import type { RefusedSignIns } from '../operations/fault-watch.ts';
import { Refused } from '../refused.ts';
import type { DeskDetails } from './desk-details.ts';
import { deskHeaders } from './desk-headers.ts';
import type { Publishing } from '../publishing/publishing.ts';
import { limitRefusals } from './limit-refusals.ts';
import type { PushService } from './push/push-service.ts';
import { refuseForeignOrigins, type FindOrigin } from './refuse-foreign-origins.ts';
import type { DeskMails } from './sign-in-mails.ts';
import { createMailCodes } from './sign-in/codes.ts';
import { createSessionCookie } from './sign-in/cookie.ts';
import type { Limits } from './sign-in/limits.ts';
import { createPasskeys } from './sign-in/passkeys.ts';
import { createMemberCheck, createOwnerCheck } from './sign-in/require-member.ts';
import type { ServerSettings } from './settings.ts';
import { sitePreview } from './site-preview.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { noSession } from './sign-in/sessions.ts';
import { workRoutes } from './work-routes.ts';

export type DeskDependencies = {
  /** The URL that staff open. Passkeys belong to its domain. */
  deskUrl: string;
  findOrigin: FindOrigin;
  /** DESK_URL is unset: only this computer reaches the desk, and a one-time link is enough to sign in. */
  isTrial: boolean;
  /** The key that signs the tokens of sessions and hashes mail codes. */
  secret: string;
  /** Changed in place when the site is published. */
  details: DeskDetails;
  pools: Pick<Database, 'asDeskAuth' | 'asStaff' | 'asOwner'>;
  refusedSignIns: Pick<RefusedSignIns, 'note'>;
  mails: DeskMails;
  limits: Limits;
  /** Called with the erased leads' ids, to erase what is stored outside the tables. */
  onErased: (leadIds: readonly string[]) => Promise<void>;
  pushService: PushService;
  publishing: Publishing;
  /** Whether there is room for more files. */
  readRoom: ReadRoom;
  newerVersions: Pick<NewerVersions, 'list'>;
  serverSettings: ServerSettings;
  trustedProxies: readonly string[];
  log: Logger;
};

/**
 * The HTTP app of the desk (the staff's app): sign-in, the calls of the work on leads, /config.json and the manifest.
 * Requests for the desk's static files do not reach it (`desk.ts`).
 */
export function createDeskApp(dependencies: DeskDependencies) {
  const { deskUrl, findOrigin, isTrial, secret, details, pools, mails, limits, refusedSignIns, log } =
    dependencies;
  const finder = createClientIpFinder(dependencies.trustedProxies, log);
  const findClientIp = (c: Context) => finder((c.env as Partial<HttpBindings> | undefined)?.incoming);
  const pool = pools.asDeskAuth;
  const cookie = createSessionCookie(deskUrl, secret);
  const requireMember = createMemberCheck(pool, cookie);
  const { hostname, origin } = new URL(deskUrl);
  const noteRefused = () => refusedSignIns.note();
  const app = new Hono();

  app.use(setHeaders({ ...deskHeaders(deskUrl), 'cache-control': 'no-store' }));
  app.use(limitRefusals(limits, findClientIp));
  app.use(refuseForeignOrigins(findOrigin));
  app.use(
    limitBody(() => {
      throw new Refused(413, 'too_large', 'The body is larger than 16 KB.');
    }),
  );

  app.get('/config.json', (c) => c.json({ trial: isTrial, ...details }));
  app.get('/manifest.webmanifest', (c) =>
    c.body(JSON.stringify(webManifest(details.brand)), 200, { 'content-type': 'application/manifest+json' }),
  );

  const runLimited = limitConcurrency({ running: 2, waiting: 40 });
  app.get('/calendar/:file', async (c, next) => {
    const key = /^([\w-]{43})\.ics$/.exec(c.req.param('file'))?.[1];
    if (key === undefined) return next();
    const wait = await limits.readsPerFeed(key);
    if (wait !== undefined) throw new Refused(429, 'too_many', 'Please read this less often.', wait);
    const read = await runLimited(async () => ({
      feed: await readCalendarFeed(pools.asStaff, key, details.brand),
    }));
    if (!read) throw new Refused(503, 'busy', 'Please try again in a few seconds.', BUSY_SECONDS);
    return read.feed === undefined
      ? next()
      : c.body(read.feed, 200, { 'content-type': 'text/calendar; charset=utf-8' });
  });

  for (const path of ['/sign-in/*', '/sign-out', '/account', '/account/*']) app.use(path, logRequests(log));
  app.route(
    '/',
    signInRoutes({
      pool,
      cookie,
      codes: createMailCodes(pool, secret),
      passkeys: createPasskeys(pool, { id: hostname, origin, details }, noteRefused),
      noteRefused,
      mails,
      limits,
      details,
      isTrial,
      findClientIp,
    }),
  );
  // Uncompressed, one page of a list of leads would take a phone longer to download than the request's round trip.
  app.use('/api/*', compress());
  app.use('/api/*', async (c: Context, next) => {
    const tokenHash = cookie.readHash(c);
    // Refused before the arguments are read, so that a stranger does not learn which ones a call has.
    if (tokenHash === undefined) throw noSession();
    const secondsToWait = await limits.callsPerSession(tokenHash);
    if (secondsToWait === undefined) return next();
    throw new Refused(429, 'too_many', 'Too many calls in a short time.', secondsToWait);
  });
  app.route(
    '/api',
    workRoutes({
      ...dependencies,
      pool: pools.asStaff,
      asOwner: pools.asOwner,
      requireMember,
      push: { service: dependencies.pushService, deskUrl },
    }),
  );

  app.get(
    '/preview/:version/*',
    sitePreview({ ...dependencies, requireOwner: createOwnerCheck(pools.asStaff, requireMember) }),
  );

  const logNotFound = limitLines(log, 'info', 'page not found');
  app.notFound((c) => {
    logNotFound({ path: shortPath(c.req.path) });
    return c.json({ hint: 'not_found', message: 'There is nothing at this address.' }, 404);
  });

  const logFailed = limitLines(log, 'error', 'request failed');
  app.onError((error, c) => {
    const refused = answerRefused(c, error);
    if (refused) return refused;
    if (isClientGone(c)) return new Response(null, { status: CLIENT_GONE });
    logFailed({ path: shortPath(c.req.path), error: error.message });
    c.header('retry-after', '5');
    return c.json({ hint: 'unavailable', message: 'Please try again in a few seconds.' }, 503);
  });

  return app;
}

/** What makes the desk an app that can be installed. The build draws the icons (`desk/vite.config.ts`). */
const webManifest = (brand: string) => ({
  id: '/',
  name: `${brand} desk`,
  short_name: 'Desk',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  lang: 'en-GB',
  background_color: '#f6f1e6',
  theme_color: '#22323a',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
});
