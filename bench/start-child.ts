import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Starts a server of this folder as a child process. It sends its port once it listens, and exits with its parent. */
export async function startChild(file: string, ...args: string[]) {
  const child = fork(join(import.meta.dirname, file), args);
  const [{ port }] = (await once(child, 'message')) as [AddressInfo];
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      child.disconnect();
    },
  };
}
