import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { CLEAN_ENVIRONMENT } from './clean-environment.ts';
import { PUBLISHABLE_KEY } from './publishable-key.ts';

const ROOT = join(import.meta.dirname, '../..');

type LogLine = { level: number; msg: string } & Record<string, unknown>;

type End = { code: number | null; signal: NodeJS.Signals | null };

export type SpawnedServer = {
  pid: number;
  log: LogLine[];
  /** Resolves with the first line, past or future, that has this message. */
  waitForLog(message: string): Promise<LogLine>;
  waitForEnd(): Promise<End>;
  kill(signal: NodeJS.Signals): Promise<End>;
};

export type RunningServer = SpawnedServer & { url: string };

/**
 * What `npm start` runs.
 *
 * @param options more for Node
 */
export function serverCommand(...options: string[]): [string, ...string[]] {
  const [, , ...args] = packageJson.scripts.start.split(' ');
  return [process.execPath, ...options, ...args];
}

/** Runs the product itself, or what else starts it, in a process of its own. */
export function spawnServer(
  variables: Record<string, string>,
  [command, ...args]: [string, ...string[]] = serverCommand(),
): SpawnedServer {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: {
      ...CLEAN_ENVIRONMENT,
      PATH: process.env.PATH,
      PORT: '0',
      HOST: '127.0.0.1',
      PUBLIC_SUPABASE_KEY: PUBLISHABLE_KEY,
      // The tests have one address and are in a hurry. Empty: the defaults.
      LEADS_PER_ADDRESS: 'off',
      CALLS_PER_ADDRESS: 'off',
      LEADS_PER_MINUTE: 'off',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const waitForEnd = async () => {
    const [code, signal] = await ended;
    return { code, signal };
  };
  return {
    pid: child.pid ?? 0,
    ...collectLog(child),
    waitForEnd,
    kill(signal) {
      child.kill(signal);
      return waitForEnd();
    },
  };
}

/**
 * Starts the product and waits until it listens.
 *
 * @throws {Error} with its log when it ends before that
 */
export async function startServer(
  variables: Record<string, string>,
  command?: [string, ...string[]],
): Promise<RunningServer> {
  const server = spawnServer(variables, command);
  const listening = await Promise.race([
    server.waitForLog('listening'),
    server.waitForEnd().then(({ code }) => {
      throw new Error(`The server ended with ${code}: ${JSON.stringify(server.log)}`);
    }),
  ]);
  return { ...server, url: String(listening.url).replace('localhost', '127.0.0.1') };
}

function collectLog(child: ChildProcess): Pick<SpawnedServer, 'log' | 'waitForLog'> {
  const log: LogLine[] = [];
  const waiting = new Set<(line: LogLine) => void>();
  let rest = '';

  function take(chunk: Buffer): void {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      const line = text.startsWith('{') ? (JSON.parse(text) as LogLine) : { level: 0, msg: text };
      log.push(line);
      for (const tell of waiting) tell(line);
    }
  }
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);

  return {
    log,
    waitForLog(message) {
      const past = log.find(({ msg }) => msg === message);
      if (past) return Promise.resolve(past);
      return new Promise((resolve) => {
        const tell = (line: LogLine) => {
          if (line.msg !== message) return;
          waiting.delete(tell);
          resolve(line);
        };
        waiting.add(tell);
      });
    },
  };
}
