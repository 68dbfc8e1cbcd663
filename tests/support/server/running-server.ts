import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SERVER_FLAGS, SERVER_SCRIPT } from '#scripts/update/server-command.ts';
import { CLEAN_ENVIRONMENT } from './clean-environment.ts';
import { PUBLISHABLE_KEY } from './publishable-key.ts';

const ROOT = join(import.meta.dirname, '../../..');

type LogLine = { level: number; msg: string } & Record<string, unknown>;

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

/**
 * The command with which `npm start` starts the server, as program and arguments.
 *
 * @param options extra command-line flags for Node
 */
export function serverCommand(...options: string[]): [string, ...string[]] {
  return [process.execPath, ...options, ...SERVER_FLAGS, SERVER_SCRIPT];
}

/** Starts the server in a child process, by default as `npm start` does. */
export function spawnServer(
  variables: Record<string, string>,
  [command, ...args]: [string, ...string[]] = serverCommand(),
) {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: {
      ...CLEAN_ENVIRONMENT,
      PATH: process.env.PATH,
      PORT: '0',
      HOST: '127.0.0.1',
      PUBLIC_SUPABASE_KEY: PUBLISHABLE_KEY,
      // All tests come from one IP address and would reach the limits. A test of the limits passes '' (the default).
      LEADS_PER_ADDRESS: 'off',
      CALLS_PER_ADDRESS: 'off',
      LEADS_PER_MINUTE: 'off',
      PAGE_CALLS_PER_MINUTE: 'off',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // `close` comes when the log is read to its end. At `exit`, its last lines may still be unread.
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const waitForEnd = async () => {
    const [code, signal] = await ended;
    return { code, signal };
  };
  return {
    pid: child.pid ?? 0,
    ...collectLog(child),
    waitForEnd,
    kill: (signal: NodeJS.Signals) => {
      child.kill(signal);
      return waitForEnd();
    },
  };
}

/**
 * Starts the product and waits until it listens.
 *
 * @throws {Error} when the process exits before it listens; the message contains its log
 */
export async function startServer(variables: Record<string, string>, command?: [string, ...string[]]) {
  const server = spawnServer(variables, command);
  const listening = await Promise.race([
    server.waitForLog('listening'),
    server.waitForEnd().then(({ code }) => {
      throw new Error(`The server ended with ${code}: ${JSON.stringify(server.log)}`);
    }),
  ]);
  return { ...server, url: String(listening.url).replace('localhost', '127.0.0.1') };
}

/** Collects the log lines of a process. A line that is not JSON is stored as `msg`. */
export function collectLog(child: ChildProcess) {
  const log: LogLine[] = [];
  const events = new EventEmitter().setMaxListeners(0);
  const readers = [child.stdout, child.stderr].flatMap((input) =>
    input ? [createInterface({ input })] : [],
  );
  for (const reader of readers) {
    reader.on('line', (text) => {
      log.push(text.startsWith('{') ? (JSON.parse(text) as LogLine) : { level: 0, msg: text });
      events.emit('line');
    });
  }
  return {
    log,
    /** For benchmarks: ignores further lines, because parsing them takes processor time from the server. */
    stopCollecting: () => {
      for (const reader of readers) reader.close();
      child.stdout?.resume();
      child.stderr?.resume();
    },
    /** Resolves with the first line, past or future, that has this message or matches it. */
    waitForLog: async (message: string | RegExp) => {
      for (;;) {
        const line = log.find(({ msg }) =>
          typeof message === 'string' ? msg === message : message.test(msg),
        );
        if (line) return line;
        await once(events, 'line');
      }
    },
  };
}
