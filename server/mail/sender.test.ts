import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CHAT_CLAIM } from '../../tests/support/leads/sample-leads.ts';
import { createMemoryLog } from '../../tests/support/server/log.ts';
import type { Claim } from '../../supabase/functions/send-email/notifications.ts';
import { BETWEEN_MAILS_MS, startSender, type Sender } from './sender.ts';

const POLL_MS = 2_000;

let sender: Sender | undefined;
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(async () => {
  await Promise.all([sender?.stop(), vi.advanceTimersByTimeAsync(BETWEEN_MAILS_MS)]);
});

/** A sender with a queue of pending mails in memory. A test can pass a `send` that takes long. */
function setUp(pending: number, send: () => Promise<'sent' | 'failed'> = () => Promise.resolve('sent')) {
  const queue = Array.from({ length: pending }, (_, index) => String(index));
  const sent: string[] = [];
  const outages: Error[] = [];
  const { log, lines } = createMemoryLog();
  sender = startSender({
    log,
    delivery: {
      claim: () => {
        const outage = outages.pop();
        if (outage) return Promise.reject(outage);
        const attemptId = queue.shift();
        const claim: Claim | undefined = attemptId ? { ...CHAT_CLAIM, attemptId } : undefined;
        return Promise.resolve(claim);
      },
      send: ({ attemptId }) => {
        sent.push(attemptId);
        return send();
      },
    },
  });
  return { queue, sent, outages, lines, sender };
}

test('mails that are pending at the start are sent at once, one after the other with a pause', async () => {
  const { sent } = setUp(3);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(['0']);
  await vi.advanceTimersByTimeAsync(BETWEEN_MAILS_MS);
  expect(sent).toEqual(['0', '1']);
  await vi.advanceTimersByTimeAsync(BETWEEN_MAILS_MS);
  expect(sent).toEqual(['0', '1', '2']);
});

test('a mail that becomes pending later is found at the next poll', async () => {
  const { queue, sent } = setUp(0);
  await vi.advanceTimersByTimeAsync(0);
  queue.push('later');
  await vi.advanceTimersByTimeAsync(POLL_MS - 1);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual(['later']);
});

test('wake() makes the sender look for pending mails at once', async () => {
  const { queue, sent, sender: called } = setUp(0);
  await vi.advanceTimersByTimeAsync(0);
  queue.push('now');
  called.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(['now']);
});

test('a slow mail does not delay the others', async () => {
  const { queue, sent, sender: called } = setUp(1, () => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(0);
  queue.push('second');
  await vi.advanceTimersByTimeAsync(POLL_MS);
  queue.push('third');
  called.wake();
  await vi.advanceTimersByTimeAsync(BETWEEN_MAILS_MS);
  expect(sent).toEqual(['0', 'second', 'third']);
  // Otherwise `afterEach` would wait for ever for the mails that never end.
  sender = undefined;
});

test('when a mail has been sent, the sender looks for pending mails again at once', async () => {
  const first = Promise.withResolvers<'sent'>();
  const { queue, sent } = setUp(1, () => first.promise);
  await vi.advanceTimersByTimeAsync(BETWEEN_MAILS_MS);
  queue.push('waiting');
  first.resolve('sent');
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(['0', 'waiting']);
});

test('an unreachable database is logged, and tried again', async () => {
  const { queue, sent, outages, lines } = setUp(0);
  await vi.advanceTimersByTimeAsync(0);
  queue.push('kept');
  outages.push(new Error('ECONNREFUSED'), new Error('ECONNREFUSED'));
  await vi.advanceTimersByTimeAsync(2 * POLL_MS);
  expect(sent).toEqual([]);
  expect(lines).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(POLL_MS);
  expect(sent).toEqual(['kept']);
});

test('stopping waits for the mail that is being sent, and starts no other', async () => {
  const mail = Promise.withResolvers<'sent'>();
  const { queue, sent, sender: stopped } = setUp(1, () => mail.promise);
  await vi.advanceTimersByTimeAsync(0);
  const end = vi.fn();
  const stopping = stopped.stop().then(end);
  queue.push('later');
  await vi.advanceTimersByTimeAsync(10 * POLL_MS);
  expect(end).not.toHaveBeenCalled();
  mail.resolve('sent');
  await stopping;
  expect(sent).toEqual(['0']);
});
