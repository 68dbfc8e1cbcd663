import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CHAT_CLAIM, STORED_CHAT_LEAD, STORED_VALUATION_LEAD } from '#support/leads/sample-leads.ts';
import { createMemoryLog } from '#support/server/log.ts';
import { createDelivery, type SendMail } from './delivery.ts';
import { LEAD_LIMITS, type Claim, type Notifications } from './notifications.ts';

const CLAIM: Claim = {
  ...CHAT_CLAIM,
  attemptId: '7',
  failedAttempts: 2,
  lead: STORED_VALUATION_LEAD,
};
const ADDRESSES = { to: 'leads@example.com', from: 'website@example.com' };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp(sendMail: SendMail, failingWrites = 0, nextClaim = () => CLAIM) {
  const writes: string[] = [];
  let claims = 0;
  let failuresLeft = failingWrites;
  const write = (what: string) => {
    failuresLeft -= 1;
    if (failuresLeft >= 0) return Promise.reject(new Error('the database system is starting up'));
    writes.push(what);
    return Promise.resolve();
  };
  const notifications: Notifications = {
    kinds: { lead: LEAD_LIMITS },
    readEarlier: () => Promise.resolve([]),
    cancel: ({ attemptId }) => write(`${attemptId} cancelled`),
    claim: () => {
      claims += 1;
      return Promise.resolve(nextClaim());
    },
    renew: ({ attemptId }) => write(`${attemptId} renewed`),
    markSent: ({ attemptId }) => write(`${attemptId} sent`),
    markFailed: ({ attemptId }, code) => write(`${attemptId} failed: ${code}`),
  };
  const { log, lines } = createMemoryLog();
  return {
    delivery: createDelivery({ notifications, sendMail, addresses: ADDRESSES, log }),
    writes,
    lines,
    claims: () => claims,
  };
}

const accept: SendMail = () => Promise.resolve();
const refuse =
  (error: unknown): SendMail =>
  () =>
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a library may throw anything
    Promise.reject(error);

test.each([
  [
    'the transport’s code',
    Object.assign(new Error('550 <mairi@example.com> unknown'), { code: 'EENVELOPE' }),
    'EENVELOPE',
  ],
  ['UNKNOWN where the error has no code', new Error('550 <mairi@example.com> unknown'), 'UNKNOWN'],
  ['UNKNOWN where the code is a number', Object.assign(new Error('x'), { code: 550 }), 'UNKNOWN'],
  ['UNKNOWN where what was thrown is no Error', 'mairi@example.com', 'UNKNOWN'],
])(
  'a mail that the mail server rejects is recorded with %s, never with the error’s message',
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
  'the outcome "%s" is recorded once, even if the database restarts meanwhile',
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

test('recording an outcome is given up long before the lease ends, when another sender takes the mail', async () => {
  const { delivery, writes, lines } = setUp(accept, 1_000);
  const result = delivery.send(CLAIM);
  await vi.advanceTimersByTimeAsync(30_000);
  await expect(result).resolves.toBe('unrecorded');
  expect(writes).toEqual([]);
  expect(lines).toMatchObject([{ lead: CLAIM.lead.id, msg: 'delivery not recorded' }]);
});

test('the log contains the lead’s id and no personal data', async () => {
  const { delivery, lines } = setUp(accept);
  await delivery.send({ ...CLAIM, lead: STORED_CHAT_LEAD });
  expect(lines).toEqual([
    expect.objectContaining({ lead: STORED_CHAT_LEAD.id, failedAttempts: 2, msg: 'notification sent' }),
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/Iain|496\D0|buyer/);
});

test('a mail in progress is not claimed again, even when its lease has expired', async () => {
  const answer = Promise.withResolvers<undefined>();
  const { delivery, writes } = setUp(() => answer.promise);
  const sending = delivery.send(CLAIM);
  expect(await delivery.claim('any')).toBeUndefined();
  expect(writes).toEqual(['7 failed: UNDER_WAY']);
  answer.resolve(undefined);
  await sending;
  expect(await delivery.claim('any')).toEqual(CLAIM);
});

/** Rejects when the signal is aborted, as the SMTP mailer does if the server has the whole message but is silent. */
const waitForSignal: SendMail = (_message, signal) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => {
      reject(Object.assign(new Error('aborted'), { code: 'UNANSWERED' }));
    });
  });

test('the lease is renewed for as long as the mail server takes, up to 40 minutes', async () => {
  const { delivery, writes } = setUp(waitForSignal);
  const sending = delivery.send(CLAIM);
  await vi.advanceTimersByTimeAsync(39 * 60_000);
  expect(writes).toHaveLength(39 * 3);
  expect(new Set(writes)).toEqual(new Set(['7 renewed']));
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(sending).resolves.toBe('failed');
  expect(writes.at(-1)).toBe('7 failed: UNANSWERED');
  const count = writes.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(writes).toHaveLength(count);
});

test('a lease renewal that fails does not abort the mail', async () => {
  const answer = Promise.withResolvers<undefined>();
  const { delivery, writes, lines } = setUp(() => answer.promise, 1);
  const sending = delivery.send(CLAIM);
  await vi.advanceTimersByTimeAsync(40_000);
  answer.resolve(undefined);
  await expect(sending).resolves.toBe('sent');
  expect(writes).toEqual(['7 renewed', '7 sent']);
  expect(lines).toMatchObject([{ msg: 'lease not renewed' }, { msg: 'notification sent' }]);
});

test('no more than five mails are under way at once; the sixth stays pending', async () => {
  let next = 0;
  const answers: (() => void)[] = [];
  const { delivery, claims } = setUp(
    () => new Promise((resolve) => answers.push(resolve)),
    0,
    () => ({ ...CLAIM, lead: { ...CLAIM.lead, id: String((next += 1)) } }),
  );
  const sending = [];
  for (;;) {
    const claim = await delivery.claim('any');
    if (!claim) break;
    sending.push(delivery.send(claim));
  }
  expect([sending.length, claims()]).toEqual([5, 5]);
  answers[0]?.();
  await sending[0];
  expect(await delivery.claim('any')).toBeDefined();
});

test('twenty calls at the same moment claim no more than five mails', async () => {
  let next = 0;
  const { delivery, claims } = setUp(accept, 0, () => ({
    ...CLAIM,
    lead: { ...CLAIM.lead, id: String((next += 1)) },
  }));
  const calls = Array.from({ length: 20 }, (_, index) => delivery.claim({ submissionId: String(index) }));
  expect((await Promise.all(calls)).filter(Boolean)).toHaveLength(5);
  expect(claims()).toBe(5);
});

describe('closing', () => {
  test('waits for the mail under way, and claims no other', async () => {
    const answer = Promise.withResolvers<undefined>();
    const { delivery, writes, claims } = setUp(() => answer.promise);
    const sending = delivery.send(CLAIM);
    const closed = vi.fn();
    const closing = delivery.close().then(closed);
    expect([await delivery.claim('any'), claims()]).toEqual([undefined, 0]);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(closed).not.toHaveBeenCalled();
    answer.resolve(undefined);
    await closing;
    await expect(sending).resolves.toBe('sent');
    expect(writes).toEqual(['7 sent']);
  });

  test('aborts a slow mail after five seconds, and records it as UNANSWERED', async () => {
    const { delivery, writes } = setUp(waitForSignal);
    const sending = delivery.send(CLAIM);
    const closing = delivery.close();
    await vi.advanceTimersByTimeAsync(5_000);
    await closing;
    await expect(sending).resolves.toBe('failed');
    expect(writes).toEqual(['7 failed: UNANSWERED']);
  });

  test('releases a notification whose claim was still under way', async () => {
    const { delivery, writes } = setUp(accept);
    const claiming = delivery.claim('any');
    await delivery.close();
    expect(await claiming).toBeUndefined();
    expect(writes).toEqual(['7 failed: CLOSING']);
  });

  test('waits for a mail that was claimed just before and is not being sent yet', async () => {
    const { delivery, writes } = setUp(accept);
    const claim = await delivery.claim('any');
    const closing = delivery.close();
    if (claim) await delivery.send(claim);
    await closing;
    expect(writes).toEqual(['7 sent']);
  });
});

test('the log marks a mail that may have been sent before', async () => {
  const { delivery, lines } = setUp(accept);
  await delivery.send({ ...CLAIM, mayBeRepeat: true });
  expect(lines).toMatchObject([{ msg: 'notification sent', mayBeRepeat: true }]);
});
