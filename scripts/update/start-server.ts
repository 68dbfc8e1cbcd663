import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SERVER_FLAGS, SERVER_SCRIPT } from './server-command.ts';

const ASK_EVERY_MS = 200;

/** A server closes within 15 seconds by itself (server/main.ts). */
const STOP_LIMIT_MS = 20_000;

/** Node of this version, which may differ from the one that runs now. */
export function nodeOf(folder: string): string {
  const own = join(folder, 'node_modules/.bin/node');
  return existsSync(own) ? own : process.execPath;
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(ASK_EVERY_MS * 10) }).catch(
    () => undefined,
  );
  await response?.body?.cancel();
  return response?.ok === true;
}

/**
 * Starts the server of the version in a folder, as a child. If this process is killed, the child closes too.
 *
 * @param variables environment variables, in addition to this process's own
 */
export function startServer(folder: string, variables: Record<string, string> = {}) {
  const child = spawn(nodeOf(folder), [...SERVER_FLAGS, join(folder, SERVER_SCRIPT)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...variables },
  });
  let readyUrl: string | undefined;
  child.on('message', ({ host = 'localhost', port }: { host?: string; port: number }) => {
    readyUrl = `http://${host.includes(':') ? `[${host}]` : host}:${port}/readyz`;
  });
  const ended = once(child, 'exit').then(([code]) => (code as number | null) ?? 1);
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));

  return {
    /** The exit code. */
    ended,
    signal: () => child.kill('SIGTERM'),
    /** @returns what is wrong, or undefined if `/readyz` says within the limit that it can work */
    async findProblem(limitMs: number): Promise<string | undefined> {
      const deadline = Date.now() + limitMs;
      while (Date.now() < deadline) {
        if (hasEnded) return 'it ended while it started';
        if (readyUrl !== undefined && (await isReady(readyUrl))) return undefined;
        await Promise.race([ended, delay(ASK_EVERY_MS)]);
      }
      return `it was not ready within ${limitMs / 1000} seconds`;
    },
    async stop(limitMs = STOP_LIMIT_MS): Promise<void> {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
      await ended;
      clearTimeout(timer);
    },
  };
}
