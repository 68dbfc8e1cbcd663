import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM_ARGUMENTS, findChromium } from '../../scripts/ensure-chromium.ts';

type Tab = {
  evaluate<Result>(expression: string): Promise<Result>;
  /** Puts another tab in front of this one. */
  hide(): Promise<void>;
  show(): Promise<void>;
  close(): Promise<void>;
};

type Message = { id?: number; result?: Record<string, unknown>; error?: { message: string } };

/**
 * A tab of a browser that nobody drives: Playwright makes every page believe that it is in front, so there no
 * tab is ever hidden. Spoken to in the browser's own protocol.
 *
 * @see https://chromedevtools.github.io/devtools-protocol/
 */
export async function openTab(url: string): Promise<Tab> {
  const profile = await mkdtemp(join(tmpdir(), 'chromium-'));
  const browser = spawn(
    findChromium() ?? 'chromium',
    [
      ...CHROMIUM_ARGUMENTS,
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(browser, 'exit');

  const socket = new WebSocket(await readAddress(browser.stderr));
  await once(socket, 'open');
  const waiting = new Map<number, (message: Message) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    waiting.get(message.id ?? 0)?.(message);
  });
  let lastId = 0;
  async function send(
    method: string,
    params: object = {},
    sessionId?: string,
  ): Promise<Record<string, unknown>> {
    lastId += 1;
    const id = lastId;
    const { promise, resolve } = Promise.withResolvers<Message>();
    waiting.set(id, resolve);
    socket.send(JSON.stringify({ id, method, params, sessionId }));
    const { result, error } = await promise;
    if (!result) throw new Error(`${method}: ${error?.message ?? 'no result'}`);
    return result;
  }

  const { targetId } = await send('Target.createTarget', { url });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });

  return {
    async evaluate<Result>(expression: string) {
      const { result, exceptionDetails } = await send(
        'Runtime.evaluate',
        { expression, awaitPromise: true, returnByValue: true },
        String(sessionId),
      );
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      return (result as { value: Result }).value;
    },
    async hide() {
      await send('Target.createTarget', { url: 'about:blank' });
    },
    async show() {
      await send('Target.activateTarget', { targetId });
    },
    async close() {
      browser.kill('SIGKILL');
      await ended;
      // The browser's own children end after it, and write until they do.
      await rm(profile, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

async function readAddress(output: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of output) {
    text += String(chunk);
    const address = /ws:\/\/\S+/.exec(text)?.[0];
    if (address !== undefined) return address;
  }
  throw new Error(`The browser did not start: ${text}`);
}
