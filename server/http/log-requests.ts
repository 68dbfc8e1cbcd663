import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import { shortPath } from './path-in-log.ts';

/** Logs each request that can change something, without its body, query or headers. */
export function logRequests(log: Logger) {
  return createMiddleware(async (c, next) => {
    const startedAt = performance.now();
    await next();
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return;
    const durationMs = Math.round(performance.now() - startedAt);
    const path = shortPath(c.req.path);
    log.info({ method: c.req.method, path, status: c.res.status, durationMs }, 'request');
  });
}
