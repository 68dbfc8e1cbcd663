import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestApp } from '../../support/app.ts';
import { PUBLISHABLE_KEY } from '../../support/publishable-key.ts';
import { startRecordingServer, type RecordingServer } from '../../support/recording-server.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { createAnswers } from './answers.ts';
import { CALLS } from './calls/all.ts';
import { GIVEN, type Call, type Given } from './calls/call.ts';
import { prepareCall, startLiveBackend, type Account, type LiveBackend } from './live-backend.ts';
import { connect, createStorage, disconnectAll } from './node-client.ts';
import { createSession, createSignedToken } from './session.ts';

const STORAGE_KEY = 'sb-127-auth-token';
const SECRET_KEY = 'sb_secret_of-the-tests';
const ALL_CALLS = Object.values(CALLS).flat();

let server: RecordingServer;
beforeAll(async () => {
  server = await startRecordingServer(createAnswers());
});
afterEach(async () => {
  await disconnectAll();
  server.requests.length = 0;
});
afterAll(() => server.close());

type Session = { access_token: string; refresh_token: string };

async function run(call: Call, given: Given, session: Session): Promise<unknown> {
  const storage = createStorage();
  if (call.as === 'user') storage.setItem(STORAGE_KEY, JSON.stringify(session));
  for (const [suffix, item] of Object.entries(call.stored ?? {})) storage.setItem(STORAGE_KEY + suffix, item);
  const client = await connect({
    url: server.url,
    key: call.as === 'admin' ? SECRET_KEY : PUBLISHABLE_KEY,
    storage,
  });
  const result = await call.run(client, given);
  // There is no browser to send to the address, so the test goes there.
  if (call.isNavigation) await fetch((result as { data: { url: string } }).data.url, { redirect: 'manual' });
  await waitUntil('the request has arrived', () => Promise.resolve(server.requests.length > 0));
  return result;
}

describe('in Node, the client that the site configures sends for', () => {
  let given: Given;
  beforeAll(async () => {
    const { token, jwks } = await createSignedToken('key-1');
    given = { ...GIVEN, signedToken: token };
    server.answer = createAnswers(jwks);
  });

  test.each(ALL_CALLS)('$name: $requests', async (call) => {
    const session = createSession();
    await run(call, given, session);
    expect(server.requests.map(({ line }) => line)).toEqual(call.requests);
    const last = server.requests.at(-1);
    expect(last?.body ? JSON.parse(last.body) : undefined).toEqual(call.body);

    // A navigation carries no headers of the client's.
    if (call.isNavigation || !last?.line.includes('/auth/v1/')) return;
    const key = call.as === 'admin' ? SECRET_KEY : PUBLISHABLE_KEY;
    expect(last.headers).toMatchObject({
      apikey: key,
      authorization: `Bearer ${call.as === 'user' ? session.access_token : key}`,
    });
  });
});

describe('a live counterpart', () => {
  let backend: LiveBackend;
  let account: Account;
  beforeAll(async () => {
    backend = await startLiveBackend();
    account = await backend.createUser();
    server.answer = backend.fetch;
    // It tells the console what it was asked for and does not have.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await backend.close();
  });

  async function isAnswered(call: Call): Promise<boolean> {
    const { given, session } = await prepareCall(backend, call, account);
    const result = await run(call, given, session);
    const asked = server.requests.findLast(({ line }) => call.requests.includes(line));
    if (asked?.status === undefined || asked.status >= 400) return false;
    // With what it was told the client may go on to ask something else.
    if (asked !== server.requests.at(-1)) return true;
    return !(typeof result === 'object' && result !== null && 'error' in result && result.error);
  }

  // This one changes the password.
  const isLast = (call: Call) => Number(call.name === 'updateUser');
  test.each(ALL_CALLS.toSorted((one, other) => isLast(one) - isLast(other)))(
    'answers what it is known to answer: $name',
    async (call) => {
      expect(await isAnswered(call)).toBe(call.live !== false);
    },
  );
});

describe('the embedded server', () => {
  const ask = (call: Call, line: string) => {
    const [method = '', path = ''] = line.split(' ');
    return createTestApp().app.request(path, {
      method,
      headers: {
        apikey: PUBLISHABLE_KEY,
        authorization: `Bearer ${PUBLISHABLE_KEY}`,
        ...(call.body && { 'content-type': 'application/json' }),
      },
      ...(call.body && method !== 'GET' && { body: JSON.stringify(call.body) }),
    });
  };

  test.each(ALL_CALLS.filter((call) => call.isEmbedded))('answers $name', async (call) => {
    for (const line of call.requests) expect((await ask(call, line)).ok).toBe(true);
  });

  test.each(ALL_CALLS.filter((call) => !call.isEmbedded))('does not find $name', async (call) => {
    for (const line of call.requests) expect((await ask(call, line)).status).toBe(404);
  });

  test('answers the two calls of the site', () => {
    expect(ALL_CALLS.filter((call) => call.isEmbedded).map(({ requests }) => requests)).toEqual([
      ['POST /rest/v1/leads'],
      ['POST /functions/v1/send-email'],
    ]);
  });
});
