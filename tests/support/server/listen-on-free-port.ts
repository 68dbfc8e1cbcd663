/** For the servers that tests start. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:net';
import { getRequestListener } from '@hono/node-server';

/** Starts a server on a free port of 127.0.0.1. @returns the port */
export async function listen(server: Server): Promise<number> {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/** Starts an HTTP server with this handler on a free port of 127.0.0.1. Closing it cuts all connections. */
export async function serve(handler: Parameters<typeof getRequestListener>[0]) {
  const listener = getRequestListener(handler);
  const server = createServer((request, response) => void listener(request, response));
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Tests that run in parallel take their ports from different ranges: there are eight, from 20,000 to 32,000. */
const PORTS_IN_RANGE = 1_500;
const range = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0) % 8;
let nextPort = 20_000 + range * PORTS_IN_RANGE + randomInt(PORTS_IN_RANGE / 2);

/**
 * Finds a free port of 127.0.0.1, for a server that must know its URL before it starts. The port is below the range of
 * ephemeral ports, so the system gives it to no other process in the meantime. The port after it is given to no other
 * caller, because the product opens the desk there.
 */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  const port = nextPort;
  nextPort += 2;
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return findFreePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}
