import { expect, test } from 'vitest';
import { STORED_CHAT_LEAD } from '../../../tests/support/leads.ts';
import { createMemoryLog } from '../../../tests/support/log.ts';
import { createDrain, type DrainDependencies } from './drain.ts';
import type { Claim } from './notifications.ts';

const SECRET = '4f1c0a'.repeat(10);

/** Asks with a secret, and waits for what goes on after the answer. */
async function drain(given: string, dependencies: Partial<DrainDependencies> = {}) {
  const due: Claim[] = ['1', '2'].map((attemptId) => ({
    attemptId,
    failedAttempts: 0,
    lead: STORED_CHAT_LEAD,
  }));
  const sent: string[] = [];
  const underWay: Promise<unknown>[] = [];
  const { log, lines } = createMemoryLog();
  const answer = await createDrain({
    delivery: {
      claim: () => Promise.resolve(due.shift()),
      send: ({ attemptId }) => {
        sent.push(attemptId);
        return Promise.resolve('failed');
      },
    },
    readSecret: () => Promise.resolve(SECRET),
    log,
    waitUntil: (work) => underWay.push(work),
    ...dependencies,
  })(new Request('http://localhost/', { method: 'POST', headers: { 'x-drain-secret': given } }));
  await Promise.all(underWay);
  return { status: answer.status, sent, events: lines.map(({ msg }) => msg) };
}

test('with the secret, everything that is due is tried once, also after one that failed', async () => {
  expect(await drain(SECRET)).toEqual({ status: 202, sent: ['1', '2'], events: [] });
});

test.each(['', 'x', SECRET.slice(1), `${SECRET}0`, SECRET.toUpperCase()])(
  'with "%s" nothing is sent',
  async (given) => {
    expect(await drain(given)).toEqual({ status: 401, sent: [], events: [] });
  },
);

test('a database that is away is told, whether the secret or a claim cannot be read', async () => {
  const away = () => Promise.reject(new Error('away'));
  expect(await drain(SECRET, { readSecret: away })).toEqual({
    status: 503,
    sent: [],
    events: ['the secret could not be read'],
  });
  expect(await drain(SECRET, { delivery: { claim: away, send: away } })).toEqual({
    status: 202,
    sent: [],
    events: ['not all that is due could be sent'],
  });
});
