import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { createApp } from './app.ts';
import { limitPipelining } from './limit-pipelining.ts';
import type { Site } from './routes/site.ts';
import { serveFiles } from './serve-files.ts';

/** Slow senders are shut out: Node's own limits are minutes. */
const SERVER_OPTIONS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8 * 1024,
  // Longer than a proxy keeps its connections (nginx: 60 s): one that is closed while it is taken up again is a 502.
  keepAliveTimeout: 65_000,
};

/** Readers who have stopped are shut out too: Node would hold their answers for ever. */
const STANDSTILL_MS = 20_000;

/** How long requests that are under way may take once the server is closing: well within a supervisor's patience. */
const CLOSE_GRACE_MS = 5_000;

export type HttpServer = {
  /** The one that was asked for, or the one that was found for 0. */
  port: number;
  /** Takes no more connections, and ends when what is under way has been answered. */
  close(): Promise<void>;
};

type Options = {
  app: Pick<ReturnType<typeof createApp>, 'fetch'>;
  site: Site;
  /** Every address of the machine when there is none. */
  host: string | undefined;
  port: number;
  /** How long a connection may stand still while something is under way on it. */
  standstillMs?: number;
};

/**
 * The site's files and the app, on a port.
 *
 * @throws {Error} when the port cannot be used
 */
export async function openHttpServer({
  app,
  site,
  host,
  port,
  standstillMs = STANDSTILL_MS,
}: Options): Promise<HttpServer> {
  const respond = getRequestListener((request, bindings) =>
    bindings.incoming.socket.destroyed ? new Response(null, { status: 503 }) : app.fetch(request, bindings),
  );
  const server = createServer(SERVER_OPTIONS, serveFiles(site, respond));
  limitPipelining(server);
  server.setTimeout(standstillMs);
  server.listen(port, host);
  await once(server, 'listening').catch((cause: unknown) => {
    throw new Error(`Port ${port} cannot be used: ${String(cause)}`, { cause });
  });
  const address = server.address();

  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      const closed = once(server, 'close');
      // A connection that is kept alive would go on bringing requests.
      server.prependListener('request', (_request, response) => {
        response.shouldKeepAlive = false;
      });
      server.close();
      // Closing also ends Node's time limits on slow requests: one that never ends would keep this from ending.
      const grace = setTimeout(() => {
        server.closeAllConnections();
      }, CLOSE_GRACE_MS);
      await closed;
      clearTimeout(grace);
    },
  };
}
