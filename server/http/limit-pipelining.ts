import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests a connection may send before it reads a response. No browser sends more than one. */
const MAX_OPEN_REQUESTS = 8;

/** The count is a property of the socket, because a map would cost each request more than sending a file does. */
const openRequests = Symbol('open requests');

type CountingSocket = Socket & { [openRequests]?: number };

function add(socket: CountingSocket, change: number): number {
  const count = (socket[openRequests] ?? 0) + change;
  socket[openRequests] = count;
  return count;
}

function countResponse(this: ServerResponse): void {
  add(this.req.socket, -1);
}

/**
 * Closes connections that send requests without reading the responses. Node would buffer all the responses; twenty such
 * connections used gigabytes of memory.
 */
export function limitPipelining(server: Server): void {
  server.prependListener('request', ({ socket }, response) => {
    if (add(socket, 1) > MAX_OPEN_REQUESTS) socket.destroy();
    response.on('close', countResponse);
  });
}
