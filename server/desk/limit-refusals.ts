import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { delayRefusal } from '../http/delay-refusal.ts';
import type { Limits } from './sign-in-limits.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Whether the request has a valid access token. */
    hasToken?: boolean;
  }
}

/**
 * Protects the site and the desk from a crowd of requests without a valid access token, such as forged refresh tokens. An
 * IP address with many refused tokens gets 429. When there are many refusals in all, each waits before it is sent, so
 * that clients which repeat at once cannot take all of the server's time. Requests with a valid token are not affected.
 */
export function limitRefusals(limits: Limits, findClientIp: (c: Context) => string | undefined) {
  return createMiddleware(async (c, next) => {
    // Read before anything is awaited: a connection that has closed may have no IP address.
    const ip = findClientIp(c);
    await next();
    const { status } = c.res;
    if (status < 400 || status >= 500 || c.get('hasToken')) return;
    const secondsToWait = status === 429 ? undefined : await limits.refusalsPerIp(ip);
    if ((await limits.refusalsInAll('')) !== undefined) await delayRefusal();
    if (secondsToWait === undefined) return;
    c.res = c.json(
      { code: 'over_request_rate_limit', message: 'Too many tries in a short time. Please try again later.' },
      429,
      { 'retry-after': String(secondsToWait) },
    );
  });
}
