import { Hono } from 'hono';
import type { Health } from '../health.ts';

/**
 * `/healthz` says that the process answers, and touches nothing. `/readyz` says whether it can do its work:
 * 200 while it can, also with a warning (a mail server that is down is no reason to send visitors away),
 * 503 while it cannot. A monitor looks for `"status":"ready"`.
 */
export function healthRoutes(health: Health) {
  return new Hono()
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .get('/readyz', async (c) => {
      const readiness = await health.readiness();
      c.header('cache-control', 'no-store');
      return c.json(readiness, readiness.status === 'unavailable' ? 503 : 200);
    });
}
