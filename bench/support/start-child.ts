import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/**
 * Runs a server of this folder, such as `plain-server.ts`, as a child process of a benchmark. The server sends a
 * message with its port once it listens, and exits when the benchmark disconnects or ends.
 */
export async function startChild(file: string, ...args: string[]) {
  const child = fork(join(import.meta.dirname, file), args);
  const [{ port }] = (await once(child, 'message')) as [AddressInfo];
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.dispose]: () => child.disconnect(),
  };
}

export const openSlowLine = (url: string) => startChild('slow-line.ts', new URL(url).port);
