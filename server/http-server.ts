import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { rememberClientIps } from './http/client-ip.ts';
import { CLIENT_GONE } from './http/client-gone.ts';
import { limitPipelining } from './http/limit-pipelining.ts';
import { refuseBadRequests } from './http/refuse-bad-requests.ts';
import type { StaticFiles } from './http/static-files.ts';

/** Limits for slow senders. Node's defaults are minutes. */
const SERVER_OPTIONS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  // `refuseBadRequests` checks the Host header, and responds with our headers.
  requireHostHeader: false,
  // Longer than proxies keep idle connections (nginx: 60 s): a proxy that reuses a connection while we close it
  // responds with 502.
  keepAliveTimeout: 65_000,
};

/** The limit for clients that stop reading. Node would keep their responses in memory for ever. */
const SOCKET_TIMEOUT_MS = 20_000;

/** How long requests may still take when the server closes. Supervisors usually kill a process after 10 seconds. */
const CLOSE_GRACE_MS = 5_000;

/** How often connections that have become idle are closed when the server closes. */
const IDLE_SWEEP_MS = 50;

export type HttpServer = {
  /** The configured port, or the one that the system chose for port 0. */
  port: number;
  /** Refuses new connections, and resolves when every open request has its response. */
  close: () => Promise<void>;
};

export type FetchHandler = (
  request: Request,
  bindings: HttpBindings | Http2Bindings,
) => Response | Promise<Response>;

type Options = {
  app: { fetch: FetchHandler };
  site: Pick<StaticFiles, 'serve'>;
  headers: Record<string, string>;
  /** The IP address to listen on; undefined: all of the machine's. */
  host: string | undefined;
  port: number;
  /** How long a connection with an open request may be inactive. */
  socketTimeoutMs?: number;
};

/**
 * Serves the files of a site, and passes every other request on to an app.
 *
 * @throws {Error} when the port cannot be used
 */
export async function openHttpServer({
  app,
  site,
  headers,
  host,
  port,
  socketTimeoutMs = SOCKET_TIMEOUT_MS,
}: Options): Promise<HttpServer> {
  const respond = getRequestListener(
    (request, bindings) =>
      bindings.incoming.socket.destroyed
        ? new Response(null, { status: CLIENT_GONE })
        : app.fetch(request, bindings),
    // Called only for a request that cannot become a web `Request`.
    { errorHandler: () => new Response(null, { status: 400, headers }) },
  );
  const server = createServer(SERVER_OPTIONS, (request, response) => {
    // Proxies may send the absolute form, `GET http://host/path`.
    request.url = request.url?.replace(/^https?:\/\/[^/]*\/?/i, '/');
    if (refuse(request, response)) return;
    site.serve(request, response, () => void respond(request, response));
  });
  const refuse = refuseBadRequests(server, headers);
  limitPipelining(server);
  rememberClientIps(server);
  server.setTimeout(socketTimeoutMs);
  server.listen(port, host);
  await once(server, 'listening').catch((cause: unknown) => {
    throw new Error(`Port ${port} cannot be used: ${String(cause)}`, { cause });
  });
  const address = server.address();

  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      const closed = once(server, 'close');
      // Without this, a busy keep-alive connection would never close.
      server.prependListener('request', (_request, response) => {
        response.shouldKeepAlive = false;
      });
      server.close();
      // `close` ends only the connections that are idle when it is called.
      const sweep = setInterval(() => {
        server.closeIdleConnections();
      }, IDLE_SWEEP_MS);
      // After `close`, Node no longer applies its time limits to slow requests.
      const grace = setTimeout(() => {
        server.closeAllConnections();
      }, CLOSE_GRACE_MS);
      await closed;
      clearInterval(sweep);
      clearTimeout(grace);
    },
  };
}
