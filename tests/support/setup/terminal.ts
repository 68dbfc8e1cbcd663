import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import { WAIT_LIMIT_MS } from '../runner/time-limits.ts';

type Options = { cwd: string; env: NodeJS.ProcessEnv };

const quote = (argument: string) => `'${argument.replaceAll("'", `'\\''`)}'`;

/**
 * Starts a Node script in a terminal of its own, with `script` of util-linux, and types into it.
 *
 * @param args the script with its arguments
 */
export function openTerminal(args: readonly string[], { cwd, env }: Options) {
  // Wide enough for every question to be on one line. `exec` makes the shell's process id that of Node.
  const command = `stty cols 200 rows 50; echo "pid $$"; exec ${[process.execPath, ...args].map(quote).join(' ')}`;
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd,
    env: { ...env, TERM: 'xterm' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const changes = new EventEmitter();
  let received = '';
  let output = '';
  let position = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    received += text;
    // Of everything that was received, because a control sequence may come in two parts.
    output = stripVTControlCharacters(received);
    changes.emit('change');
  });
  const ended = once(child, 'close') as Promise<[number | null]>;

  /** Waits for a text in the output after the text that the call before waited for. */
  async function waitFor(text: string): Promise<void> {
    const signal = AbortSignal.timeout(WAIT_LIMIT_MS);
    for (;;) {
      const found = output.indexOf(text, position);
      if (found !== -1) {
        position = found + text.length;
        return;
      }
      await once(changes, 'change', { signal }).catch((cause: unknown) => {
        throw new Error(`"${text}" did not appear after:\n${output.slice(-2000)}`, { cause });
      });
    }
  }

  return {
    waitFor,
    type: (keys: string) => child.stdin.write(keys),
    kill: () => process.kill(Number(/pid (\d+)/.exec(output)?.[1]), 'SIGKILL'),
    output: () => output,
    /** Ends the terminal if a test has failed before its end. */
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
    ended: async () => {
      const [code] = await ended;
      return code;
    },
  };
}
