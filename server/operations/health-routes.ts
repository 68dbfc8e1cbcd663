import { Hono } from 'hono';
import type { Health } from './health.ts';

/**
 * `/healthz` shows only that the process responds. `/readyz` shows whether it can work: 200 if it can, otherwise 503. A
 * warning has status 200 too, because a load balancer must not remove the site while a mail server is down. A monitor
 * should look for `"status":"ready"`.
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
