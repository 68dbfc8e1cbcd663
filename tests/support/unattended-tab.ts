import { once } from 'node:events';
import { launch } from 'chrome-launcher';
import { CHROMIUM_ARGUMENTS, findChromium } from '../../scripts/ensure-chromium.ts';

type Tab = {
  evaluate<Result>(expression: string): Promise<Result>;
  /** Opens another tab in front of this one. */
  hide(): Promise<void>;
  show(): Promise<void>;
  close(): Promise<void>;
};

type Target = { id: string; webSocketDebuggerUrl: string };
type Evaluation = { result: { value: unknown }; exceptionDetails?: object };
type Message = { id: number; result?: Evaluation; error?: { message: string } };

/**
 * A tab that can be hidden. Playwright makes every page believe that it is in front, so this one is driven in
 * the browser's own protocol.
 *
 * @see https://chromedevtools.github.io/devtools-protocol/
 */
export async function openTab(url: string): Promise<Tab> {
  const chromePath = findChromium();
  const chrome = await launch({
    chromeFlags: [...CHROMIUM_ARGUMENTS, '--headless=new'],
    ignoreDefaultFlags: true,
    logLevel: 'silent',
    ...(chromePath !== undefined && { chromePath }),
  });
  const ask = (path: string) => fetch(`http://127.0.0.1:${chrome.port}/json/${path}`, { method: 'PUT' });
  const openTarget = async (address: string) => (await (await ask(`new?${address}`)).json()) as Target;

  const { id: targetId, webSocketDebuggerUrl } = await openTarget(url);
  const socket = new WebSocket(webSocketDebuggerUrl);
  await once(socket, 'open');
  const waiting = new Map<number, (message: Message) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    waiting.get(message.id)?.(message);
  });
  let lastId = 0;

  return {
    async evaluate<Result>(expression: string) {
      const id = (lastId += 1);
      const { promise, resolve } = Promise.withResolvers<Message>();
      waiting.set(id, resolve);
      const params = { expression, awaitPromise: true, returnByValue: true };
      socket.send(JSON.stringify({ id, method: 'Runtime.evaluate', params }));
      const { result, error } = await promise;
      if (!result || result.exceptionDetails)
        throw new Error(JSON.stringify(result?.exceptionDetails ?? error));
      return result.result.value as Result;
    },
    async hide() {
      await openTarget('about:blank');
    },
    async show() {
      await ask(`activate/${targetId}`);
    },
    async close() {
      const ended = once(chrome.process, 'exit');
      chrome.kill();
      await ended;
    },
  };
}
