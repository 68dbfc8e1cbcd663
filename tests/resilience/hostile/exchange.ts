import { connect, type Socket } from 'node:net';

export type Exchange = {
  /** The status of each answer, in order; none where the server just ended the connection. */
  statuses: number[];
  text: string;
  tookMs: number;
  /** Neither answered nor ended in time. */
  hung: boolean;
};

function statusesOf(text: string): number[] {
  return [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)]
    .map(([, status]) => Number(status))
    .filter((s) => s >= 200);
}

/**
 * Sends bytes as they are, where a client library would clean them up, and takes whatever comes back until
 * the server ends the connection or has answered.
 *
 * @param write sends the request: all of it at once, unless it is the way of sending that is hostile
 * @param answers how many to wait for
 */
export function exchange(
  url: string,
  write: Buffer | string | ((socket: Socket) => void),
  { limitMs = 15_000, answers = 1 } = {},
): Promise<Exchange> {
  const { hostname, port } = new URL(url);
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    const finish = (hung: boolean) => {
      clearTimeout(limit);
      socket.destroy();
      resolve({ statuses: statusesOf(text), text, tookMs: performance.now() - startedAt, hung });
    };
    const limit = setTimeout(finish, limitMs, true);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (statusesOf(text).length >= answers) finish(false);
    });
    socket.on('close', () => {
      finish(false);
    });
    // The server may end the connection while the request is still being written.
    socket.on('error', () => undefined);
    socket.on('connect', () => {
      if (typeof write === 'function') write(socket);
      else socket.write(write);
    });
  });
}
