import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { STORED_CHAT_LEAD, STORED_VALUATION_LEAD } from '#support/leads.ts';
import { createMemoryLog } from '#support/log.ts';
import { createDelivery, type SendMail } from './delivery.ts';
import type { Claim, Notifications } from './notifications.ts';

const CLAIM: Claim = { attemptId: '7', failedAttempts: 2, lead: STORED_VALUATION_LEAD };
const ADDRESSES = { to: 'leads@example.com', from: 'website@example.com' };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp(sendMail: SendMail, failingWrites = 0) {
  const writes: string[] = [];
  let failuresLeft = failingWrites;
  const write = (what: string) => {
    failuresLeft -= 1;
    if (failuresLeft >= 0) return Promise.reject(new Error('the database system is starting up'));
    writes.push(what);
    return Promise.resolve();
  };
  const notifications: Notifications = {
    claim: () => Promise.resolve(CLAIM),
    markSent: ({ attemptId }) => write(`${attemptId} sent`),
    markFailed: ({ attemptId }, code) => write(`${attemptId} failed: ${code}`),
  };
  const { log, lines } = createMemoryLog();
  return { delivery: createDelivery({ notifications, sendMail, addresses: ADDRESSES, log }), writes, lines };
}

const accept: SendMail = () => Promise.resolve();
const refuse =
  (error: unknown): SendMail =>
  () =>
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a library may throw anything
    Promise.reject(error);

test('a mail that the server accepts is recorded as sent', async () => {
  const { delivery, writes } = setUp(accept);
  await expect(delivery.send(CLAIM)).resolves.toBe('sent');
  expect(writes).toEqual(['7 sent']);
});

test.each([
  [
    'the transport’s code',
    Object.assign(new Error('550 <mairi@example.com> unknown'), { code: 'EENVELOPE' }),
    'EENVELOPE',
  ],
  ['UNKNOWN where there is none', new Error('550 <mairi@example.com> unknown'), 'UNKNOWN'],
  ['UNKNOWN where the code is a number', Object.assign(new Error('x'), { code: 550 }), 'UNKNOWN'],
  ['UNKNOWN where no error was thrown', 'mairi@example.com', 'UNKNOWN'],
])(
  'a mail that the server rejects is recorded with %s, never with its message',
  async (_what, error, code) => {
    const { delivery, writes, lines } = setUp(refuse(error));
    await expect(delivery.send(CLAIM)).resolves.toBe('failed');
    expect(writes).toEqual([`7 failed: ${code}`]);
    expect(lines).toMatchObject([{ lead: CLAIM.lead.id, failedAttempts: 2, code }]);
    expect(JSON.stringify(lines)).not.toContain('mairi');
  },
);

test.each([
  ['sent', accept, '7 sent'],
  ['failed', refuse(new Error('x')), '7 failed: UNKNOWN'],
] as const)(
  'the outcome "%s" is recorded once, after a database restart',
  async (outcome, sendMail, record) => {
    const mails = vi.fn(sendMail);
    const { delivery, writes } = setUp(mails, 19);
    const result = delivery.send(CLAIM);
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(result).resolves.toBe(outcome);
    expect(writes).toEqual([record]);
    expect(mails).toHaveBeenCalledTimes(1);
  },
);

test('retries of the record stop long before the lease of 60 seconds ends', async () => {
  const { delivery, writes } = setUp(accept, 1_000);
  const result = expect(delivery.send(CLAIM)).rejects.toThrow('starting up');
  await vi.advanceTimersByTimeAsync(30_000);
  await result;
  expect(writes).toEqual([]);
});

test('the log contains the reference of the lead and no personal data', async () => {
  const { delivery, lines } = setUp(accept);
  await delivery.send({ ...CLAIM, lead: STORED_CHAT_LEAD });
  expect(lines).toEqual([
    expect.objectContaining({ lead: STORED_CHAT_LEAD.id, failedAttempts: 2, msg: 'notification sent' }),
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/Iain|496\D0|buyer/);
});

test('a mail in progress is not claimed again, even when its lease has expired', async () => {
  let finish: () => void = () => undefined;
  const { delivery, writes } = setUp(() => new Promise((resolve) => (finish = resolve)));
  const sending = delivery.send(CLAIM);
  expect(await delivery.claim('any')).toBeUndefined();
  expect(writes).toEqual(['7 failed: UNDER_WAY']);
  finish();
  await sending;
  expect(await delivery.claim('any')).toEqual(CLAIM);
});
