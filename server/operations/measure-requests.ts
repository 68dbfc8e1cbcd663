import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import type { Metrics } from './metrics.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** The error code of a refused request, for the counters. */
    refusal?: string;
  }
}

/** Counts and times requests by route pattern, so that made-up URLs do not add time series. */
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
