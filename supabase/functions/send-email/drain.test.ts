import { expect, test } from 'vitest';
import { CHAT_CLAIM } from '#support/leads/sample-leads.ts';
import { createMemoryLog } from '#support/server/log.ts';
import { createDrain, type DrainDependencies } from './drain.ts';
import type { Claim } from './notifications.ts';

const SECRET = '4f1c0a'.repeat(10);

const twoDue = (): Claim[] => ['1', '2'].map((attemptId) => ({ ...CHAT_CLAIM, attemptId }));

/** Sends a drain request (“send all that is due”), and waits for the work that continues after the response. */
async function drain(given: string, dependencies: Partial<DrainDependencies> = {}) {
  const due = twoDue();
  const sent: string[] = [];
  const pending: Promise<unknown>[] = [];
  const { log, lines } = createMemoryLog();
  const response = await createDrain({
    delivery: {
      claim: () => Promise.resolve(due.shift()),
      send: ({ attemptId }) => {
        sent.push(attemptId);
        return Promise.resolve('failed');
      },
    },
    sendDigest: () => {
      sent.push('digest');
      return Promise.resolve();
    },
    readSecret: () => Promise.resolve(SECRET),
    log,
    waitUntil: (work) => pending.push(work),
    ...dependencies,
  })(new Request('http://localhost/', { method: 'POST', headers: { 'x-drain-secret': given } }));
  await Promise.all(pending);
  return { status: response.status, sent, events: lines.map(({ msg }) => msg) };
}

test('with the secret, each due mail is tried once, even after a failure', async () => {
  const { status, sent, events } = await drain(SECRET);
  expect({ status, events }).toEqual({ status: 202, events: [] });
  expect(sent.sort()).toEqual(['1', '2', 'digest']);
});

test('a slow mail does not hold up the next one', async () => {
  const slow = Promise.withResolvers<'sent'>();
  const due = twoDue();
  const delivery = {
    claim: () => Promise.resolve(due.shift()),
    // The first mail leaves only after the second one was sent.
    send({ attemptId }: Claim) {
      if (attemptId === '2') slow.resolve('sent');
      return slow.promise;
    },
  };
  expect((await drain(SECRET, { delivery })).status).toBe(202);
  expect(due).toEqual([]);
});

test.each(['', 'x', SECRET.slice(1), `${SECRET}0`, SECRET.toUpperCase()])(
  'with the wrong secret "%s" nothing is sent',
  async (given) => {
    expect(await drain(given)).toEqual({ status: 401, sent: [], events: [] });
  },
);

test('a failure of the database is logged, both when reading the secret and when claiming', async () => {
  const fail = () => Promise.reject(new Error('no connection'));
  expect(await drain(SECRET, { readSecret: fail })).toEqual({
    status: 503,
    sent: [],
    events: ['the secret could not be read'],
  });
  expect(await drain(SECRET, { delivery: { claim: fail, send: fail } })).toEqual({
    status: 202,
    sent: ['digest'],
    events: ['not all that is due could be sent'],
  });
});
