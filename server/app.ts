import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import type { Logger } from 'pino';
import { enquiryPath } from '#lead/enquiry-key.ts';
import { findEnquiryKey } from '#lead/find-enquiry-key.ts';
import type { Health } from './operations/health.ts';
import type { CallLimit } from './http/call-limit.ts';
import { createClientIpFinder } from './http/client-ip.ts';
import { CLIENT_GONE, isClientGone } from './http/client-gone.ts';
import type { LeadStore } from './leads/lead-store.ts';
import type { Metrics } from './operations/metrics.ts';
import { limitBody } from './http/limit-body.ts';
import { refuseCrossSite } from './http/refuse-cross-site.ts';
import { limitLines } from './http/limited-log.ts';
import { logRequests } from './http/log-requests.ts';
import { measureRequests } from './operations/measure-requests.ts';
import { OPENER_POLICY } from './http/response-headers.ts';
import { setHeaders } from './http/set-headers.ts';
import { shortPath } from './http/path-in-log.ts';
import { createFormPostHandler } from './leads/form-post.ts';
import { healthRoutes } from './operations/health-routes.ts';
import { leadRoutes } from './leads/lead-routes.ts';
import { sendEmailRoutes } from './mail/send-email-routes.ts';
import { sellerRoutes, type SellerCalls } from './seller/routes.ts';
import type { Site } from './site/site.ts';

export type AppDependencies = {
  site: Site;
  headers: Record<string, string>;
  siteUrl: string;
  leads: LeadStore;
  seller: SellerCalls;
  callLimit: CallLimit;
  /** Limits how many forms one IP address may submit without JavaScript. */
  formLimit: CallLimit;
  /** The proxies whose `X-Forwarded-For` header is trusted. */
  trustedProxies: readonly string[];
  publishableKey: string;
  /** Handles a call of `send-email`, which mails a stored lead to the firm. */
  sendEmail: (request: Request) => Promise<Response>;
  /**
   * Called after a lead from a form without JavaScript was stored. Without JavaScript, the browser does not call
   * `send-email`, so the server has to start sending the mail.
   */
  onStored: () => void;
  health: Health;
  metrics: Metrics;
  log: Logger;
};

/**
 * The right address for a link to the seller's page that a mail program has changed, so that the key is in the path. If there
 * is no key in it, the address of the page: a browser keeps its own fragment when it is redirected to that.
 *
 * @returns undefined if the URL is no link to the page
 */
function mendedLink(url: string): string | undefined {
  const { pathname } = new URL(url);
  if (!/^\/your-enquiry(?![\w-])/i.test(pathname)) return undefined;
  const key = findEnquiryKey(url);
  return key === undefined ? '/your-enquiry' : enquiryPath(key);
}

/**
 * Builds the HTTP app for all requests except those for the site's files, which `http-server.ts` serves: the two
 * Supabase calls of the forms, the calls of the seller's page, forms submitted without JavaScript, and the health
 * checks. Other paths get 404.
 */
export function createApp(dependencies: AppDependencies) {
  const { site, headers, leads, callLimit, publishableKey, sendEmail, health, metrics, log } = dependencies;
  const finder = createClientIpFinder(dependencies.trustedProxies, log);
  const findClientIp = (c: Context) => finder((c.env as Partial<HttpBindings> | undefined)?.incoming);
  const app = new Hono();

  app.use(measureRequests(metrics));
  app.use(logRequests(log));
  app.use(setHeaders(headers));

  app.route('/', healthRoutes(health));
  app.route('/rest/v1/leads', leadRoutes({ leads, findClientIp, publishableKey, log }));
  app.route(
    '/functions/v1/send-email',
    sendEmailRoutes({ handle: sendEmail, limit: callLimit, findClientIp, publishableKey }),
  );
  app.route(
    '/enquiry',
    sellerRoutes({ ...dependencies.seller, findClientIp, siteUrl: dependencies.siteUrl }),
  );

  // No form is sent to these paths. A proxy does not limit them (`deploy/`).
  app.post('/enquiry/*', (c) => c.notFound());

  app.get('*', async (c, next) => {
    // `http-server.ts` has already served the requests for the exact path of a file. A path that arrives here is
    // that of a file with a slash at its end, or belongs to no file.
    const path = c.req.path.replace(/(?<=.)\/$/, '');
    // A query may name the campaign of a letter.
    if (site.has(path)) return c.redirect(path + new URL(c.req.url).search, 301);
    const mended = site.has('/your-enquiry') ? mendedLink(c.req.url) : undefined;
    if (mended === undefined) return next();
    c.header('cache-control', 'no-store');
    return c.redirect(mended, 302);
  });
  app.post(
    '*',
    setHeaders(OPENER_POLICY),
    refuseCrossSite(dependencies.siteUrl),
    limitBody((c) => c.text('The form is larger than 16 KB.', 413)),
    createFormPostHandler({ ...dependencies, findClientIp }),
  );

  const logNotFound = limitLines(log, 'info', 'page not found');
  app.notFound((c) => {
    logNotFound({ path: shortPath(c.req.path) });
    return site.notFound(c);
  });

  const logFailed = limitLines(log, 'error', 'request failed');
  app.onError((error, c) => {
    if (isClientGone(c)) return new Response(null, { status: CLIENT_GONE });
    logFailed({ path: shortPath(c.req.path), error: error.message });
    c.set('refusal', 'unavailable');
    c.header('retry-after', '5');
    return c.json(
      { code: 'unavailable', message: 'Please try again in a few seconds.', details: null, hint: null },
      503,
    );
  });

  return app;
}
