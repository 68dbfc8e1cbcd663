import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/**
 * Starts a server of this folder in a process of its own, which ends with this one and sends its port when it listens.
 */
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
