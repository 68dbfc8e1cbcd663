import { describe, expect, test } from 'vitest';
import { CHAT_CLAIM, CHAT_LEAD, VALUATION_LEAD } from '#support/leads/sample-leads.ts';
import { createMemoryLog } from '#support/server/log.ts';
import { toNotificationBody } from '#lead/notification.ts';
import { createHandler } from './handler.ts';
import type { Claim, Match } from './notifications.ts';

const CHAT_BODY = toNotificationBody(CHAT_LEAD);
const SUBMISSION_ID = '0190a5c4-7a3e-7c5f-8f8e-2b0f6a1d9c11';

type Behaviour = {
  claim?: () => Promise<Claim | undefined>;
  send?: () => Promise<'sent' | 'failed'>;
};

function setUp({
  claim = () => Promise.resolve(CHAT_CLAIM),
  send = () => Promise.resolve('sent'),
}: Behaviour = {}) {
  const claimed: Match[] = [];
  const sent: Claim[] = [];
  const pending: Promise<unknown>[] = [];
  const { log, lines } = createMemoryLog();
  const handle = createHandler({
    delivery: {
      claim: (match) => {
        claimed.push(match);
        return claim();
      },
      send: (taken) => {
        sent.push(taken);
        return send();
      },
    },
    log,
    waitUntil: (work) => pending.push(work),
  });
  const post = (body: BodyInit, headers: Record<string, string> = {}) =>
    handle(new Request('http://localhost/functions/v1/send-email', { method: 'POST', body, headers }));
  return { handle, post, claimed, sent, pending, lines };
}

describe('a valid body', () => {
  test.each([CHAT_BODY, toNotificationBody(VALUATION_LEAD)])(
    'for $source: its notification is looked up and sent',
    async (body) => {
      const { post, claimed, sent } = setUp();
      expect((await post(JSON.stringify(body))).status).toBe(202);
      expect({ claimed, sent }).toEqual({ claimed: [{ body }], sent: [CHAT_CLAIM] });
    },
  );

  test('with a submission id in the header: the notification is looked up by that id, not by the body', async () => {
    const { post, claimed } = setUp();
    await post(JSON.stringify(CHAT_BODY), { 'x-submission-id': SUBMISSION_ID });
    expect(claimed).toEqual([{ submissionId: SUBMISSION_ID }]);
  });

  test('gets the same response whether or not it matches a lead', async () => {
    const describeAnswer = async (claim: Claim | undefined) => {
      const { post } = setUp({ claim: () => Promise.resolve(claim) });
      const response = await post(JSON.stringify(CHAT_BODY));
      return { status: response.status, headers: [...response.headers], body: await response.text() };
    };
    expect(await describeAnswer(undefined)).toEqual(await describeAnswer(CHAT_CLAIM));
  });

  test('that matches no pending lead sends nothing', async () => {
    const { post, sent, pending } = setUp({ claim: () => Promise.resolve(undefined) });
    await post(JSON.stringify(CHAT_BODY));
    expect({ sent, pending }).toEqual({ sent: [], pending: [] });
  });

  test('gets its response before the mail is sent', async () => {
    const { post, pending } = setUp({ send: () => new Promise(() => undefined) });
    expect((await post(JSON.stringify(CHAT_BODY))).status).toBe(202);
    expect(pending).toHaveLength(1);
  });
});

describe('an invalid request is rejected without a look-up in the database:', () => {
  const json = JSON.stringify(CHAT_BODY);
  test.each<[what: string, body: BodyInit, status: number, code: string]>([
    ['nothing', '', 400, 'invalid_json'],
    ['half a body', json.slice(0, -1), 400, 'invalid_json'],
    [
      'bytes that are not UTF-8',
      Buffer.from(json.replace('Iain', 'I\u00e9in'), 'latin1'),
      400,
      'invalid_json',
    ],
    ['an array of bodies', `[${json}]`, 400, 'invalid_body'],
    ['null', 'null', 400, 'invalid_body'],
    ['an extra field', JSON.stringify({ ...CHAT_BODY, to: 'x@example.com' }), 400, 'invalid_body'],
    ['a key named __proto__', json.replace('{', '{"__proto__":{"to":"x"},'), 400, 'invalid_body'],
    ['a key named constructor', json.replace('{', '{"constructor":{"to":"x"},'), 400, 'invalid_body'],
    ['a missing field', JSON.stringify({ ...CHAT_BODY, phone: undefined }), 400, 'invalid_body'],
    ['a wrong type', JSON.stringify({ ...CHAT_BODY, phone: 1314960456 }), 400, 'invalid_body'],
    ['17 KB', JSON.stringify({ ...CHAT_BODY, message: 'a'.repeat(17_000) }), 413, 'body_too_large'],
    [
      '17 KB of two-byte characters',
      JSON.stringify({ ...CHAT_BODY, message: 'é'.repeat(8_500) }),
      413,
      'body_too_large',
    ],
  ])('%s', async (_what, body, status, code) => {
    const { post, claimed } = setUp();
    const response = await post(body);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ code, message: expect.stringMatching(/^.{10,80}\.$/) as string });
    expect(claimed).toEqual([]);
  });

  test.each(['', 'x', `${SUBMISSION_ID}0`, `{${SUBMISSION_ID}}`, "' or true --"])(
    'the submission id "%s"',
    async (id) => {
      const { post, claimed } = setUp();
      const response = await post(json, { 'x-submission-id': id });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'invalid_submission_id' });
      expect(claimed).toEqual([]);
    },
  );

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])('the method %s', async (method) => {
    const { handle, claimed } = setUp();
    const response = await handle(new Request('http://localhost/', { method }));
    expect({ status: response.status, claimed }).toEqual({ status: 405, claimed: [] });
  });
});

describe('a failure', () => {
  test('of the database gives 503, without the error message', async () => {
    const { post, lines } = setUp({
      claim: () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:5432')),
    });
    const response = await post(JSON.stringify(CHAT_BODY));
    expect(response.status).toBe(503);
    expect(await response.text()).not.toMatch(/ECONNREFUSED|5432/);
    expect(lines).toMatchObject([{ msg: 'notification could not be looked up' }]);
  });
});
