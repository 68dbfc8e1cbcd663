import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { delayRefusal } from '../http/delay-refusal.ts';
import type { RefusedBody } from '../refused.ts';
import type { Limits } from './sign-in/limits.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Whether the request has the cookie of an open session. */
    hasSession?: boolean;
  }
}

/**
 * Protects the site and the desk from a crowd of requests without a session, such as forged cookies. An IP address with
 * many refused requests gets 429. When there are many refusals in all, each waits before it is sent, so that clients
 * which repeat at once cannot take all of the server's time. Requests with a session are not affected.
 */
export function limitRefusals(limits: Limits, findClientIp: (c: Context) => string | undefined) {
  return createMiddleware(async (c, next) => {
    // Read before anything is awaited: a connection that has closed may have no IP address.
    const ip = findClientIp(c);
    await next();
    const { status } = c.res;
    if (status < 400 || status >= 500 || c.get('hasSession')) return;
    const secondsToWait = status === 429 ? undefined : await limits.refusalsPerIp(ip);
    if ((await limits.refusalsInAll('')) !== undefined) await delayRefusal();
    if (secondsToWait === undefined) return;
    const message = 'Too many tries in a short time. Please try again later.';
    // Hono keeps the headers of the refusal that this one replaces, which may have been compressed.
    c.res.headers.delete('content-encoding');
    c.res = c.json({ hint: 'too_many', message, detail: secondsToWait } satisfies RefusedBody, 429, {
      'retry-after': String(secondsToWait),
    });
  });
}
