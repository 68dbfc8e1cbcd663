import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:net';
import { getRequestListener } from '@hono/node-server';

/** Lets a server listen on a free port of the loopback. @returns the port */
export async function listen(server: Server): Promise<number> {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/** Answers requests with a function on a free port of the loopback. Closing it cuts all connections. */
export async function serve(answer: Parameters<typeof getRequestListener>[0]) {
  const listener = getRequestListener(answer);
  const server = createServer((request, response) => void listener(request, response));
  const port = await listen(server);
  return {
    server,
    port,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Finds a port of the loopback that nobody listens on, for a server that must be told its address beforehand. The system
 * gives out higher ports by itself, so nobody else gets this one in the meantime.
 */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = randomInt(20_000, 32_000);
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return freePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}
