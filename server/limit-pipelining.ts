import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** No browser sends a second request on a connection before it has read the first answer. */
const MAX_UNANSWERED = 8;

/** On the socket itself: this runs for every request, and a map costs more than the file that is sent. */
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
 * Ends connections that send requests and do not read the answers. Node would answer all of them into
 * memory: twenty such connections took gigabytes.
 */
export function limitPipelining(server: Server): void {
  server.prependListener('request', ({ socket }, response) => {
    if (add(socket, 1) > MAX_UNANSWERED) socket.destroy();
    response.on('close', countAnswer);
  });
}
