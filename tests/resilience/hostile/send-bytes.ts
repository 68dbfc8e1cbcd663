import { connect, type Socket } from 'node:net';
import { WAIT_LIMIT_MS } from '../../support/runner/time-limits.ts';

export type Exchange = {
  /** The status of each response, in order; empty if the server closed the connection without one. */
  statuses: number[];
  text: string;
  /** Whether the server neither responded nor closed the connection in time. */
  hung: boolean;
};

function statusesOf(text: string): number[] {
  const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
  return statuses.filter((status) => status >= 200);
}

/**
 * Sends bytes unchanged, although they may be an invalid request, which a client library would not send. Reads until
 * the server responds or closes the connection.
 *
 * @param write the request, or a function that sends it in a hostile way
 */
export function sendBytes(
  url: string,
  write: Buffer | string | ((socket: Socket) => void),
  limitMs = WAIT_LIMIT_MS,
): Promise<Exchange> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    const finish = (hung: boolean) => {
      clearTimeout(limit);
      socket.destroy();
      resolve({ statuses: statusesOf(text), text, hung });
    };
    const limit = setTimeout(finish, limitMs, true);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (statusesOf(text).length > 0) finish(false);
    });
    socket.on('close', () => finish(false));
    // The server may close the connection while the request is still being written.
    socket.on('error', () => undefined);
    socket.on('connect', () => {
      if (typeof write === 'function') write(socket);
      else socket.write(write);
    });
  });
}

/** Internals that no response may reveal: a stack trace, a path of the source, SQL, or the database's URL. */
const INTERNALS = /\bat .+:\d+:\d+|node_modules|file:\/\/|\binsert into\b|\bpg_\w+|postgres(?:ql)?:\/\//i;

/**
 * The problem with a response; undefined if there is none.
 *
 * @param allowed the correct statuses; by default all below 500
 */
export function findProblem(
  { statuses, text, hung }: Exchange,
  allowed?: readonly number[],
): string | undefined {
  if (hung) return 'no response, and the connection stayed open';
  const wrong = statuses.find((status) => (allowed ? !allowed.includes(status) : status >= 500));
  if (wrong !== undefined) return `status ${wrong}`;
  return INTERNALS.exec(text)?.[0];
}
