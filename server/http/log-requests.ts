import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import { limitLines } from './limited-log.ts';
import { shortPath } from './path-in-log.ts';

/**
 * Logs each request that can change something, without its body, query or headers. Of the refused ones, which cost a
 * client nothing, it logs at most 30 a minute.
 */
export function logRequests(log: Logger) {
  const logRefused = limitLines(log, 'info', 'request');
  return createMiddleware(async (c, next) => {
    const startedAt = performance.now();
    await next();
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return;
    const durationMs = Math.round(performance.now() - startedAt);
    const path = shortPath(c.req.path);
    const line = { method: c.req.method, path, status: c.res.status, durationMs };
    if (c.res.status < 400) log.info(line, 'request');
    else logRefused(line);
  });
}
