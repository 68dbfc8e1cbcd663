import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** No browser sends a second request on a connection before it has read the first answer. */
const MAX_UNANSWERED = 8;

/** The count is a property of the socket, because a map would cost each request more than sending a file does. */
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
 * Closes connections that send requests without reading the answers. Node would buffer all the answers; twenty such
 * connections used gigabytes of memory.
 */
export function limitPipelining(server: Server): void {
  server.prependListener('request', ({ socket }, response) => {
    if (add(socket, 1) > MAX_UNANSWERED) socket.destroy();
    response.on('close', countAnswer);
  });
}
