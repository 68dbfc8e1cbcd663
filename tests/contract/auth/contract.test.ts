import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { createTestApp } from '../../support/test-app.ts';
import { PUBLISHABLE_KEY } from '../../support/publishable-key.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { answerAll, createSignedToken, NOW, STORED } from './simulated-responses.ts';
import { writeBackendDocument } from './backend-document.ts';
import { CALLS, GIVEN, type Given } from './calls.ts';
import { startBrowser, startNode, type Opened } from './client-runtimes.ts';
import { startLiveBackend, type Account, type LiveBackend } from './live-backend.ts';
import { RULES, type Rule } from './rules.ts';
import { checkFailedIsland, checkHiddenTab } from './special-checks.ts';

const SECRET_KEY = 'sb_secret_of-the-tests';

const [node, browser] = await Promise.all([startNode(), startBrowser()]);
const RUNTIMES = [
  ['Node', node],
  ['a browser', browser],
] as const;
afterAll(() => Promise.all([node.close(), browser.close()]));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW * 1000 });
});
afterEach(async () => {
  vi.useRealTimers();
  await node.endClients();
});

/** The parts of a response's session that the client has to store: the tokens and the user. */
function keptOf(session: unknown) {
  if (session === null) return null;
  const { access_token, refresh_token, user } = session as typeof STORED;
  return { access_token, refresh_token, user };
}

const parse = (body: string | undefined): unknown => (body ? JSON.parse(body) : undefined);

/**
 * What the client stores and emits. `carries` is the refresh token of the last event's session, or of the stored
 * session if there was no event.
 */
async function observe(opened: Opened) {
  const events = await opened.events();
  const stored = await opened.stored();
  return {
    stored: keptOf(stored),
    events: events.map(([event]) => event),
    carries: events.length > 0 ? events.at(-1)?.[1] : (stored?.refresh_token ?? null),
  };
}

const expectedState = (before: unknown, stores: unknown, emits: string[]) => {
  const stored = keptOf(stores === undefined ? before : stores);
  return { stored, events: emits, carries: stored?.refresh_token ?? null };
};

describe.each(RUNTIMES)('in %s, with a request recorder', (runtime, { open, requests, answerWith }) => {
  beforeAll(() => {
    answerWith(answerAll);
  });

  test.each(CALLS)('$name sends $requests', async (call) => {
    const before = call.as === 'user' ? STORED : null;
    const key = call.as === 'admin' ? SECRET_KEY : PUBLISHABLE_KEY;
    const opened = await open({
      items: { ...(before && { '': before }), ...call.items },
      key,
      isNext: true,
    });
    requests().length = 0;
    node.server.requests.length = 0;
    browser.server.requests.length = 0;
    const result = await opened.run(call.run);
    // In Node no browser navigates to the URL, so the test requests it.
    if (call.isNavigation && runtime === 'Node') await fetch((result as { data: { url: string } }).data.url);
    await waitUntil('every request has arrived', () =>
      Promise.resolve(requests().length >= call.requests.length),
    );
    await opened.run(({ realtime }) => realtime.disconnect());

    const last = requests().at(-1);
    expect(requests().map(({ line }) => line)).toEqual(call.requests);
    expect(parse(last?.body)).toEqual(call.body);
    if (call.requests[0]?.includes('/auth/')) expect(result).toMatchObject({ error: null });
    const events = call.emits ? [call.emits] : [];
    expect(await observe(opened)).toEqual(expectedState(before, call.stores, events));
    if (call.isNavigation || !last?.line.includes('/auth/v1/')) return;
    const used = runtime === 'Node' ? key : PUBLISHABLE_KEY;
    const authorization = `Bearer ${call.as === 'user' || call.name === 'setSession' ? STORED.access_token : used}`;
    expect(last.headers).toMatchObject({ apikey: used, authorization });
  });
});

describe.each(RUNTIMES)('in %s, with the live backend', (runtime, { open, requests, answerWith }) => {
  let backend: LiveBackend;
  let account: Account;
  let signedToken: string;
  beforeAll(async () => {
    vi.useRealTimers();
    backend = await startLiveBackend();
    account = await backend.createUser();
    // A new key id, because for ten minutes a client does not fetch the key set again for an id that it knows.
    signedToken = (await createSignedToken('key-3')).token;
    answerWith(backend.fetch);
  });
  beforeEach(() => {
    vi.useRealTimers();
    // Keeps the output clean: the live backend logs each request that it does not support as an error.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterAll(() => backend.close());

  test.each(CALLS)('$name succeeds or is refused as its field `live` says: $live', async (call) => {
    const own: Partial<Given> = typeof call.live === 'function' ? await call.live(backend) : {};
    const needsSession = call.as === 'user' || /refreshSession|setSession/.test(call.name);
    const session = needsSession ? await backend.signIn({ ...account, ...own }) : STORED;
    const opened = await open({
      items: { ...(call.as === 'user' && { '': session }), ...call.items },
      isNext: true,
    });
    node.server.requests.length = 0;
    browser.server.requests.length = 0;
    const result = await opened.run(call.run, {
      ...GIVEN,
      ...account,
      signedToken,
      accessToken: session.access_token,
      refreshToken: session.refresh_token,
      ...own,
    });
    if (call.isNavigation && runtime === 'Node') {
      await fetch((result as { data: { url: string } }).data.url, { redirect: 'manual' });
    }
    const find = () => requests().find(({ line }) => call.requests.includes(line));
    const isSocket = call.name === 'channel.subscribe';
    await waitUntil('the request is answered', () =>
      Promise.resolve(isSocket ? find() !== undefined : find()?.status !== undefined),
    );
    await opened.run(({ realtime }) => realtime.disconnect());

    const { error = null } = (result ?? {}) as { error?: { name: string; code?: string } | null };
    const status = find()?.status ?? 'no answer';
    const refusal =
      status === 'no answer' || error ? `${status} ${error?.code ?? error?.name ?? ''}`.trim() : '';
    expect(refusal).toBe(typeof call.live === 'string' ? call.live : '');
    if (refusal === '') expect(status).toBeLessThan(400);
  });
});

/**
 * Answers in this process, without a network, so that only the client's timers take time.
 *
 * @returns when each request came, in ms since the test began; each request adds an item to the list
 */
function answerInProcess(): number[] {
  const atMs: number[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    atMs.push(Date.now() - NOW * 1000);
    const body = await request.clone().text();
    node.server.requests.push({ line: `${request.method} ${pathname}${search}`, headers: {}, body });
    return node.server.answer(request);
  });
  return atMs;
}

async function check(rule: Rule): Promise<void> {
  const runtime = rule.runtime === 'browser' ? browser : node;
  const { emits = [], requests = [], warns = [] } = rule;
  runtime.answerWith(rule.answer?.() ?? answerAll);
  if (rule.passMs !== undefined) vi.useFakeTimers({ now: NOW * 1000 });
  const atMs = rule.passMs === undefined ? [] : answerInProcess();
  runtime.server.requests.length = 0;
  const opened = await runtime.open(rule.start);
  if (rule.session !== undefined) await opened.store(rule.session);
  const before = rule.session ?? rule.start?.items?.[''] ?? null;

  const running = opened.run(rule.run ?? (({ auth }) => auth.initialize()));
  if (rule.passMs !== undefined) await vi.advanceTimersByTimeAsync(rule.passMs);
  const result = await running;
  const { gives = { error: null } } = rule;
  if (gives === null) expect(result).toBeNull();
  else expect(result).toMatchObject(gives as object);

  const wanted = requests.map((request) => [request].flat());
  expect(
    runtime
      .requests()
      .map(({ line, body }, index) => (wanted[index]?.length === 2 ? [line, parse(body)] : [line])),
  ).toEqual(wanted);
  if (rule.requestsAtMs) expect(atMs).toEqual(rule.requestsAtMs);
  expect(await observe(opened)).toEqual(expectedState(before, rule.stores, emits));
  if (rule.runtime === 'browser') {
    expect(opened.warnings).toEqual(warns.map((text) => expect.stringContaining(text) as unknown));
  }
}

describe('the Supabase client’s behaviour, by section of the firm’s specification', () => {
  test.each(RULES)('$rule', async (rule) => {
    if (rule.runtime === 'hidden tab') await checkHiddenTab(browser);
    else if (rule.runtime === 'built page') await checkFailedIsland(browser);
    else await check(rule);
  });
});

test('this repository’s server answers the two calls of the site, and no other', async () => {
  const answers = CALLS.flatMap(({ requests, body, isEmbedded = false }) =>
    requests.map(async (line) => {
      const [method = '', path = ''] = line.split(' ');
      const { status } = await createTestApp().app.request(path, {
        method,
        headers: {
          apikey: PUBLISHABLE_KEY,
          authorization: `Bearer ${PUBLISHABLE_KEY}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && method !== 'GET' && { body: JSON.stringify(body) }),
      });
      return { line, status, isEmbedded };
    }),
  );
  const answered = (await Promise.all(answers)).filter(
    ({ status, isEmbedded }) => isEmbedded || status !== 404,
  );
  expect(answered).toEqual([
    { line: 'POST /rest/v1/leads', status: 201, isEmbedded: true },
    { line: 'POST /functions/v1/send-email', status: 202, isEmbedded: true },
  ]);
});

test('no file of the product mentions @supabase/lite, which is for tests only', () => {
  const root = join(import.meta.dirname, '../../..');
  const folders = '{src,server,supabase,scripts,bench}/**/*.{ts,tsx,astro,mdx,json,toml}';
  const sources = globSync(folders, { cwd: root });
  const naming = sources.filter((file) => readFileSync(join(root, file), 'utf8').includes('@supabase/lite'));
  expect(sources.length).toBeGreaterThan(100);
  expect(naming).toEqual([]);
  expect(packageJson.dependencies).not.toHaveProperty(['@supabase/lite']);
});

test('docs/backend.md is up to date with calls.ts and rules.ts', async () => {
  const file = join(import.meta.dirname, '../../../docs/backend.md');
  const written = writeBackendDocument(await readFile(file, 'utf8'));
  // To rewrite the document: npx vitest run tests/contract/auth --update
  const text = await format(written, { ...(await resolveConfig(file)), parser: 'markdown' });
  await expect(text).toMatchFileSnapshot(file);
});
