import { once } from 'node:events';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { Registry } from 'prom-client';

/** `GET /metrics` in Prometheus's text format, and nothing else. */
export function createMetricsApp(registry: Registry) {
  return new Hono().get('/metrics', async (c) => {
    c.header('content-type', registry.contentType);
    return c.body(await registry.metrics());
  });
}

export type MetricsServer = { url: string; close: () => void };

/**
 * Serves the metrics on a separate port, which visitors cannot reach.
 *
 * @throws {Error} when the port cannot be used
 */
export async function openMetricsServer(
  registry: Registry,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  const server = serve({
    fetch: createMetricsApp(registry).fetch,
    port,
    hostname: host,
  });
  await once(server, 'listening').catch((cause: unknown) => {
    throw new Error(`METRICS_PORT ${port} cannot be used: ${String(cause)}`, { cause });
  });
  const bound = server.address();
  const boundPort = typeof bound === 'object' && bound !== null ? bound.port : port;
  return {
    url: `http://${host}:${boundPort}/metrics`,
    close() {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
    },
  };
}
