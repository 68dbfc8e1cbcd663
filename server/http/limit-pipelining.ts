import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** No browser sends a second request on a connection before it has read the first answer. */
const MAX_UNANSWERED = 8;

/** A property of the socket: this runs for every request, and a map costs more than sending a file. */
const unanswered = Symbol('unanswered requests');

type CountingSocket = Socket & { [unanswered]?: number };

function add(socket: CountingSocket, change: number): number {
  const count = (socket[unanswered] ?? 0) + change;
  socket[unanswered] = count;
  return count;
}

function countAnswer(this: ServerResponse): void {
  add(this.req.socket, -1);
}

/**
 * Closes connections that send requests without reading the answers. Node would buffer all the answers: twenty such
 * connections took gigabytes of memory.
 */
export function limitPipelining(server: Server): void {
  server.prependListener('request', ({ socket }, response) => {
    if (add(socket, 1) > MAX_UNANSWERED) socket.destroy();
    response.on('close', countAnswer);
  });
}
