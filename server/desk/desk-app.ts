import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { compress } from 'hono/compress';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createClientIpFinder } from '../http/client-ip.ts';
import { CLIENT_GONE, isClientGone } from '../http/client-gone.ts';
import { logRequests } from '../http/log-requests.ts';
import { limitLines } from '../http/limited-log.ts';
import { setHeaders } from '../http/set-headers.ts';
import { shortPath } from '../http/path-in-log.ts';
import { authRoutes } from './auth-routes.ts';
import type { DeskDetails } from './desk-details.ts';
import { deskHeaders } from './desk-headers.ts';
import type { Limits } from './sign-in-limits.ts';
import { limitRefusals } from './limit-refusals.ts';
import { createMailCodes } from './sign-in-codes.ts';
import type { DeskMails } from './sign-in-mails.ts';
import { createPasskeys } from './passkeys.ts';
import { Refusal } from './refusal.ts';
import { refuseForeignOrigins, type FindOrigin } from './refuse-foreign-origins.ts';
import { rpcRoutes } from './rpc-routes.ts';
import { createSecondFactors } from './second-factors.ts';
import { createSessions } from './sessions.ts';
import { createTokens } from './tokens.ts';

export type DeskDependencies = {
  /** The URL that staff open. Passkeys belong to its domain. */
  deskUrl: string;
  findOrigin: FindOrigin;
  /** DESK_URL is unset: only this computer reaches the desk, and a one-time link is enough to sign in. */
  isTrial: boolean;
  /** The key that signs tokens and hashes mail codes. */
  secret: string;
  publishableKey: string;
  details: DeskDetails;
  pools: { asDeskAuth: pg.Pool; asStaff: pg.Pool };
  mails: DeskMails;
  limits: Limits;
  /** Called with the erased leads' ids, to erase what is stored outside the tables. */
  onErased: (leadIds: readonly string[]) => Promise<void>;
  trustedProxies: readonly string[];
  log: Logger;
};

/**
 * The HTTP app of the desk (the staff's app): sign-in with the API of Supabase Auth, the database's functions with the
 * API of PostgREST, and /config.json. Requests for the desk's static files do not reach it (`desk.ts`).
 */
export function createDeskApp(dependencies: DeskDependencies) {
  const { deskUrl, findOrigin, isTrial, secret, publishableKey, details, pools, mails, limits, log } =
    dependencies;
  const finder = createClientIpFinder(dependencies.trustedProxies, log);
  const findClientIp = (c: Context) => finder((c.env as Partial<HttpBindings> | undefined)?.incoming);
  const tokens = createTokens(secret, `${deskUrl}/auth/v1`);
  const pool = pools.asDeskAuth;
  const app = new Hono();

  app.use(setHeaders({ ...deskHeaders(deskUrl), 'cache-control': 'no-store' }));
  app.use(limitRefusals(limits, findClientIp));
  app.use(refuseForeignOrigins(findOrigin));

  app.get('/config.json', (c) =>
    c.json({
      supabaseUrl: findOrigin(c.req.header('host')),
      supabaseKey: publishableKey,
      trial: isTrial,
      ...details,
    }),
  );

  for (const path of ['/auth/v1/*', '/rest/v1/*']) {
    app.use(path, async (c, next) => {
      if (c.req.header('apikey') === publishableKey) return next();
      return c.json({ code: 'invalid_api_key', message: 'Invalid API key' }, 401);
    });
  }
  app.use('/auth/v1/*', logRequests(log));
  app.route(
    '/auth/v1',
    authRoutes({
      pool,
      sessions: createSessions(pool, tokens),
      codes: createMailCodes(pool, secret),
      passkeys: createPasskeys(pool, {
        id: new URL(deskUrl).hostname,
        origin: new URL(deskUrl).origin,
        name: details.brand,
      }),
      factors: createSecondFactors(pool, details.brand),
      mails,
      limits,
      isTrial,
      findClientIp,
    }),
  );
  // Uncompressed, one page of a list of leads would take a phone longer to download than the request's round trip.
  app.use('/rest/v1/rpc/*', compress());
  app.route(
    '/rest/v1/rpc',
    rpcRoutes({
      staff: pools.asStaff,
      tokens,
      limit: limits.callsPerSession,
      onErased: dependencies.onErased,
    }),
  );

  const logNotFound = limitLines(log, 'info', 'page not found');
  app.notFound((c) => {
    logNotFound({ path: shortPath(c.req.path) });
    return c.json({ code: 'not_found', message: 'There is nothing at this address.' }, 404);
  });

  const logFailed = limitLines(log, 'error', 'request failed');
  app.onError((error, c) => {
    if (error instanceof Refusal) {
      return c.json({ code: error.code, message: error.message }, error.status);
    }
    if (isClientGone(c)) return new Response(null, { status: CLIENT_GONE });
    logFailed({ path: shortPath(c.req.path), error: error.message });
    c.header('retry-after', '5');
    return c.json(
      { code: 'unavailable', message: 'Please try again in a few seconds.', details: null, hint: null },
      503,
    );
  });

  return app;
}
