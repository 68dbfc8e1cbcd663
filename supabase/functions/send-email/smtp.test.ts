import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { listen } from '#support/server/listen-on-free-port.ts';
import { WAIT_LIMIT_MS } from '#support/runner/time-limits.ts';
import { createSmtpMailer } from './smtp.ts';

afterEach(() => {
  vi.useRealTimers();
});

const MESSAGE = {
  messageId: '<lead-1@example.com>',
  date: new Date(0),
  from: 'website@example.com',
  to: 'leads@example.com',
  subject: 'x',
  text: 'x',
  html: 'x',
};

test('a mail server has five minutes for its greeting', async () => {
  const server = createServer();
  const port = await listen(server);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const connected = once(server, 'connection');
  const outcome = vi.fn<(code: unknown) => void>();
  const sending = createSmtpMailer(`smtp://127.0.0.1:${port}`)(MESSAGE).catch((error: unknown) => {
    outcome((error as { code?: unknown }).code);
  });
  await connected;
  // Waits until the SMTP client has set its time-out: the client learns of the connection later than the server does.
  await vi.waitFor(
    () => {
      expect(vi.getTimerCount()).toBeGreaterThan(0);
    },
    { timeout: WAIT_LIMIT_MS },
  );
  await vi.advanceTimersByTimeAsync(4 * 60_000);
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(61_000);
  await sending;
  expect(outcome).toHaveBeenCalledExactlyOnceWith('ETIMEDOUT');
  server.close();
});
