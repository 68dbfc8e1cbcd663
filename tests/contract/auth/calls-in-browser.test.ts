import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchChromium } from '../../support/chromium.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { createAnswers } from './answers.ts';
import { CALLS } from './calls/all.ts';
import { GIVEN, type Call, type Given } from './calls/call.ts';
import { prepareCall, startLiveBackend, type Account, type LiveBackend } from './live-backend.ts';
import { createSession, createSignedToken } from './session.ts';
import { loadClient, startSiteHost, type SiteHost } from './site-host.ts';

const STORAGE_KEY = 'sb-127-auth-token';
const ALL_CALLS = Object.values(CALLS).flat();

let browser: Browser;
let page: Page;
let host: SiteHost;
beforeAll(async () => {
  [browser, host] = await Promise.all([launchChromium(), startSiteHost()]);
  page = await browser.newPage();
  await page.goto(`${host.server.url}/empty`);
});
beforeEach(() => {
  host.server.requests.length = 0;
});
afterAll(async () => {
  await browser.close();
  await host.server.close();
});

async function run(call: Call, given: Given, session: object): Promise<void> {
  const stored = { ...(call.as === 'user' && { '': JSON.stringify(session) }), ...call.stored };
  await page.goto(`${host.server.url}/empty`);
  await page.evaluate(
    ([key, items]) => {
      localStorage.clear();
      for (const [suffix, item] of Object.entries(items)) localStorage.setItem(key + suffix, item);
    },
    [STORAGE_KEY, stored] as const,
  );
  const client = await loadClient(page);
  // The call itself is what counts, and some of them leave the page before their result is read.
  const called = client.evaluate(call.run, given).catch((error: unknown) => error);
  await waitUntil('every request has arrived', () =>
    Promise.resolve(host.requests().length >= call.requests.length),
  );
  // The next test comes to a page that has arrived.
  if (call.leavesPage) await page.waitForURL('**/sign-in-elsewhere');
  if (call.isNavigation) await page.waitForURL('**/authorize?*');
  await called;
}

describe('in a browser, the client of the built site sends for', () => {
  let given: Given;
  beforeAll(async () => {
    const { token, jwks } = await createSignedToken('key-1');
    given = { ...GIVEN, signedToken: token };
    host.answerWith(createAnswers(jwks));
  });

  test.each(ALL_CALLS)('$name: $requests', async (call) => {
    await run(call, given, createSession());
    expect(host.requests().map(({ line }) => line)).toEqual(call.requests);
    const body = host.requests().at(-1)?.body;
    expect(body ? JSON.parse(body) : undefined).toEqual(call.body);
  });
});

describe('in a browser, a live counterpart answers', () => {
  let backend: LiveBackend;
  let account: Account;
  beforeAll(async () => {
    backend = await startLiveBackend();
    account = await backend.createUser();
    host.answerWith(backend.fetch);
  });
  afterAll(() => backend.close());

  test.each(ALL_CALLS.filter(({ live }) => live !== false))('$name', async (call) => {
    // That one changes the password.
    const user = call.name === 'updateUser' ? await backend.createUser() : account;
    const { given, session } = await prepareCall(backend, call, user);
    await run(call, given, session);
    const asked = host.requests().find(({ line }) => call.requests.includes(line));
    await waitUntil('it is answered', () => Promise.resolve(asked?.status !== undefined));
    expect(asked?.status).toBeLessThan(400);
  });

  test('a whole visit: signed in, kept over a reload, refreshed, signed out', async () => {
    const { email, password } = await backend.createUser();
    const stored = async () => {
      const item = await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY);
      return JSON.parse(item ?? 'null') as { access_token: string; refresh_token: string } | null;
    };
    const load = async () => {
      await page.goto(`${host.server.url}/empty`);
      return loadClient(page);
    };

    const first = await load();
    await first.evaluate((client, account) => client.auth.signInWithPassword(account), { email, password });
    const session = await stored();

    const second = await load();
    const user = await second.evaluate((client) => client.auth.getUser());
    expect(user).toMatchObject({ data: { user: { email } }, error: null });

    await second.evaluate((client) => client.auth.refreshSession());
    const refreshed = await stored();
    expect(refreshed?.refresh_token).not.toBe(session?.refresh_token);

    expect(await second.evaluate((client) => client.auth.signOut())).toEqual({ error: null });
    expect(await stored()).toBeNull();
    const refused = await second.evaluate(
      (client, refresh_token) => client.auth.refreshSession({ refresh_token }),
      refreshed?.refresh_token ?? '',
    );
    expect(refused.error).not.toBeNull();
  });
});
