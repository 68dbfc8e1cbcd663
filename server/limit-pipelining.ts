import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** No browser sends a second request on a connection before it has read the first answer. */
const MAX_UNANSWERED = 8;

/**
 * Ends connections that send requests and do not read the answers. Node would answer all of them into
 * memory: twenty such connections took gigabytes.
 */
export function limitPipelining(server: Server): void {
  const unanswered = new WeakMap<Socket, number>();
  const add = (socket: Socket, change: number) => {
    const count = (unanswered.get(socket) ?? 0) + change;
    unanswered.set(socket, count);
    return count;
  };

  server.prependListener('request', ({ socket }, response) => {
    if (add(socket, 1) > MAX_UNANSWERED) socket.destroy();
    response.once('close', () => add(socket, -1));
  });
}
