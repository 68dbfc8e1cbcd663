import { Hono } from 'hono';
import type { Health } from './health.ts';

/**
 * `/healthz` only shows that the process answers. `/readyz` shows whether it can do its work: 200 while it
 * can, also with a warning (a load balancer must not remove the site because a mail server is down), else
 * 503. A monitor looks for `"status":"ready"`.
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
