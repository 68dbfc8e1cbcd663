import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import type { Metrics } from '../metrics.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Why a request was refused: an error code, for the counters. */
    refusal?: string;
  }
}

/** Counts and times each request under the pattern that answered it, of which there are few. */
export function measureRequests(metrics: Metrics) {
  return createMiddleware(async (c, next) => {
    const startedAt = performance.now();
    await next();
    metrics.recordRequest({
      method: c.req.method,
      route: routePath(c),
      status: c.res.status,
      reason: c.get('refusal'),
      seconds: (performance.now() - startedAt) / 1000,
    });
  });
}
