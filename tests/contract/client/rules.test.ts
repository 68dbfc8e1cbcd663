/**
 * What the firm's specification says about the client, by its sections. Where the published client does something
 * else, the test's name says so, and docs/backend.md names it.
 */
import { globSync, readFileSync } from 'node:fs';
import { createClient, SupabaseClient } from '@supabase/supabase-js';
import { describe, expect, test, vi } from 'vitest';
import { PUBLISHABLE_KEY } from '../../support/server/publishable-key.ts';
import {
  accept,
  ANSWERED,
  createSession,
  createToken,
  EXPIRED,
  NOW,
  openClient,
  PROJECT_URL,
  refuse,
  STORAGE_KEY,
  STORED,
  type SiteClient,
} from './open-client.ts';

type Auth = SiteClient['auth'];

const email = 'ann@example.com';
const phone = '+441314960123';
const password = 'correct horse';
const REFRESH = 'POST /auth/v1/token?grant_type=refresh_token';

describe('1 and 6: the client', () => {
  test('is the published one, with the project’s address and its public key', async () => {
    const { client } = await openClient();
    expect(client).toBeInstanceOf(SupabaseClient);
    expect(client).toMatchObject({ supabaseUrl: PROJECT_URL, supabaseKey: PUBLISHABLE_KEY });
  });

  test('no screen of the site signs anybody in', () => {
    const sources = globSync('src/**/*.{ts,tsx,astro}').filter((file) => !file.includes('.test.'));
    expect(sources).toContain('src/forms/core/supabase.ts');
    expect(sources.filter((file) => /\.auth\b/.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  test('keeps a session in the browser’s local storage, and finds it there', async () => {
    const { auth, stored } = await openClient();
    await auth.signInWithPassword({ email, password });
    expect(stored()).toEqual(ANSWERED);
    const { auth: next } = await openClient({ session: STORED });
    expect((await next.getSession()).data.session).toEqual(STORED);
  });

  test('refreshes tokens automatically, when less than 90 seconds are left', async () => {
    const { requests, stored } = await openClient({ session: createSession('stored', 300) });
    await vi.advanceTimersByTimeAsync(300_000);
    expect(requests).toMatchObject([{ line: REFRESH, body: { refresh_token: 'stored' }, atMs: 210_000 }]);
    expect(stored()).toEqual(ANSWERED);
  });
});

describe('4: the session', () => {
  test.each<[event: string, run: (auth: Auth) => unknown]>([
    ['SIGNED_IN', (auth) => auth.signInWithPassword({ email, password })],
    ['SIGNED_OUT', (auth) => auth.signOut()],
    ['TOKEN_REFRESHED', (auth) => auth.refreshSession()],
    ['USER_UPDATED', (auth) => auth.updateUser({ email })],
    ['PASSWORD_RECOVERY', (auth) => auth.verifyOtp({ token_hash: 'hash', type: 'recovery' })],
    ['MFA_CHALLENGE_VERIFIED', (auth) => auth.mfa.verify({ factorId: 'f', challengeId: 'c', code: '1' })],
  ])('emits INITIAL_SESSION, then %s', async (event, run) => {
    const { auth, events } = await openClient({ session: STORED });
    expect(events.splice(0)).toContain('INITIAL_SESSION');
    await run(auth);
    expect(events).toEqual([event]);
  });

  test.each(['access_token', 'refresh_token', 'expires_at'])(
    'a stored session without %s is not valid, and is removed',
    async (field) => {
      const { events, stored } = await openClient({ session: { ...STORED, [field]: undefined } });
      expect(stored()).toBeNull();
      expect(events).toContain('SIGNED_OUT');
    },
  );

  test('an expired session is refreshed with the refresh token', async () => {
    const { requests, stored } = await openClient({ session: EXPIRED });
    expect(requests).toMatchObject([{ line: REFRESH, body: { refresh_token: 'expired' } }]);
    expect(stored()).toEqual(ANSWERED);
  });

  test('a non-retryable refresh failure removes an expired session and emits SIGNED_OUT', async () => {
    const { events, lines, stored } = await openClient({ session: EXPIRED, answer: refuse(400) });
    expect(lines()).toEqual([REFRESH]);
    expect(stored()).toBeNull();
    expect(events).toContain('SIGNED_OUT');
  });

  test('refresh runs while the tab is visible and stops when hidden', async () => {
    const { lines, setVisibility } = await openClient({ session: createSession('stored', 300) });
    setVisibility('hidden');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(lines()).toEqual([]);
    setVisibility('visible');
    await vi.advanceTimersByTimeAsync(1);
    expect(lines()).toEqual([REFRESH]);
  });

  test('a verified second factor raises the assurance level to aal2', async () => {
    const { auth } = await openClient({ session: STORED });
    const level = async () => (await auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel;
    expect(await level()).toBe('aal1');
    await auth.mfa.verify({ factorId: 'factor', challengeId: 'challenge', code: '123456' });
    expect(await level()).toBe('aal2');
  });
});

describe('5: what a call needs', () => {
  const CREDENTIALS = 'You must provide either an email or phone number and a password';
  test.each<[name: string, message: string, run: (auth: Auth) => Promise<{ error: unknown }>]>([
    ['sign-up', CREDENTIALS, (auth) => auth.signUp({ password } as never)],
    ['password sign-in', CREDENTIALS, (auth) => auth.signInWithPassword({ password } as never)],
    [
      'a code',
      'You must provide either an email or phone number.',
      (auth) => auth.signInWithOtp({} as never),
    ],
  ])('%s needs an e-mail or phone: %s', async (_name, message, run) => {
    const { auth, lines } = await openClient();
    expect((await run(auth)).error).toMatchObject({ message });
    expect(lines()).toEqual([]);
  });

  test('a missing password is sent, for the service to refuse (specified: a message)', async () => {
    const { auth, lines } = await openClient({ answer: refuse(422) });
    await auth.signUp({ email } as never);
    await auth.signInWithPassword({ phone } as never);
    expect(lines()).toEqual(['POST /auth/v1/signup', 'POST /auth/v1/token?grant_type=password']);
  });

  test('a logout scope must be an allowed value; global is the default', async () => {
    const { auth, lines } = await openClient({ session: STORED });
    const wrong = auth.signOut({ scope: 'everywhere' as never });
    await expect(wrong).rejects.toThrow('Parameter scope must be one of global, local, others');
    await auth.signOut();
    expect(lines()).toEqual(['POST /auth/v1/logout?scope=global']);
  });
});

test('7: admin lists read the x-total-count and link headers', async () => {
  const link = '</users?page=3>; rel="next", </users?page=9>; rel="last"';
  const answer = () =>
    Response.json({ users: [], clients: [] }, { headers: { 'x-total-count': '450', link } });
  const { auth } = await openClient({ answer });
  const pages = { data: { nextPage: 3, lastPage: 9, total: 450 } };
  expect(await auth.admin.listUsers({ page: 2 })).toMatchObject(pages);
  expect(await auth.admin.oauth.listClients({ page: 2 })).toMatchObject(pages);
});

describe('8: errors', () => {
  test.each([
    ['identity_already_exists', ''],
    ['identity_not_found', ''],
    ['single_identity_not_deletable', ''],
    ['otp_expired', ' (specified: removes it)'],
  ])('the URL-callback error %s keeps the session%s', async (code) => {
    const urlEnd = `#error=server_error&error_code=${code}&error_description=Refused`;
    const { error, stored } = await openClient({ session: STORED, urlEnd });
    expect(error).toMatchObject({ message: 'Refused', details: { code } });
    expect(stored()).toEqual(STORED);
  });

  test.each<[name: string, run: (auth: Auth) => Promise<{ error: unknown }>]>([
    ['getUser', (auth) => auth.getUser()],
    ['updateUser', (auth) => auth.updateUser({ email })],
    ['reauthenticate', (auth) => auth.reauthenticate()],
    ['refreshSession', (auth) => auth.refreshSession()],
    ['setSession', (auth) => auth.setSession({ access_token: '', refresh_token: '' })],
  ])('session missing: %s', async (_name, run) => {
    const { auth } = await openClient();
    expect((await run(auth)).error).toMatchObject({ message: 'Auth session missing!' });
  });

  test.each([
    ['No session defined in URL', 'implicit', '#access_token=alone'],
    ['Not a valid implicit grant flow url.', 'implicit', '?code=code'],
    ['Not a valid PKCE flow url.', 'pkce', '#access_token=alone'],
  ] as const)('%s', async (message, flowType, urlEnd) => {
    await openClient({ urlEnd });
    window.localStorage.setItem(`${STORAGE_KEY}-code-verifier`, '"verifier"');
    const { auth } = createClient(PROJECT_URL, PUBLISHABLE_KEY, {
      auth: { flowType, storage: window.localStorage },
    });
    expect((await auth.initialize()).error).toMatchObject({ message });
    await auth.dispose();
  });

  test('No code detected. (in the client, but no URL leads to it)', async () => {
    const { auth } = await openClient();
    const inner = Object.assign(auth, { flowType: 'pkce' }) as unknown as {
      _getSessionFromURL: (params: object, flow: string) => Promise<unknown>;
    };
    const result = await inner._getSessionFromURL({}, 'pkce');
    expect(result).toMatchObject({ error: { message: 'No code detected.' } });
  });

  test('Invalid JWT signature', async () => {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
    const { publicKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
    const key = await crypto.subtle.exportKey('jwk', publicKey);
    const { auth } = await openClient({ answer: () => Response.json({ keys: [{ ...key, kid: 'key' }] }) });
    const { error } = await auth.getClaims(createToken('ES256', 'key'));
    expect(error).toMatchObject({ message: 'Invalid JWT signature' });
  });

  test('an expired token is refused', async () => {
    const { auth } = await openClient();
    const { error } = await auth.getClaims(createToken('HS256', '', { exp: NOW - 1 }));
    expect(error).toMatchObject({ message: 'JWT has expired' });
  });

  test.each([401, 403, 404])('logout ignores %i', async (status) => {
    const { auth, stored } = await openClient({ session: STORED, answer: refuse(status) });
    expect(await auth.signOut()).toEqual({ error: null });
    expect(stored()).toBeNull();
  });

  test.each([400, 429, 500, 503])('logout does not ignore %i', async (status) => {
    const { auth, stored } = await openClient({ session: STORED, answer: refuse(status) });
    expect((await auth.signOut()).error).toMatchObject({ status });
    expect(stored()).toEqual(STORED);
  });
});

describe('8 and 9: WebAuthn', () => {
  const HOST = 'firm.example';
  /** Registers a security key in a browser that refuses with an error of this name. */
  async function register(errorName: string, { hostname = HOST, rpId = HOST, idBytes = 16 } = {}) {
    const user = { id: Buffer.alloc(idBytes, 1).toString('base64url'), name: 'ann', displayName: 'Ann' };
    const publicKey = { challenge: 'AQID', rp: { id: rpId, name: 'Firm' }, user, pubKeyCredParams: [] };
    const webauthn = { type: 'create', credential_options: { publicKey } };
    const { auth } = await openClient({
      session: STORED,
      answer: (request) =>
        request.url.endsWith('/challenge')
          ? Response.json({ id: 'challenge', type: 'webauthn', webauthn })
          : accept(request),
    });
    window.location.hostname = hostname;
    const create = () => Promise.reject(new DOMException('Refused', errorName));
    vi.stubGlobal('navigator', errorName ? { credentials: { create, get: create } } : {});
    return (await auth.mfa.webauthn.register({ friendlyName: 'Key' })).error?.message;
  }

  test.each([
    ['AbortError', {}, 'Registration ceremony was sent an abort signal'],
    ['InvalidStateError', {}, 'The authenticator was previously registered'],
    ['SecurityError', { rpId: 'a.example' }, 'The RP ID "a.example" is invalid for this domain'],
    ['SecurityError', { hostname: '127.0.0.1' }, '127.0.0.1 is an invalid domain'],
    ['', {}, 'Browser does not support WebAuthn'],
  ])('%s %o: %s', async (errorName, options, message) => {
    expect(await register(errorName, options)).toBe(message);
  });

  test.each([0, 1, 64, 65])('a user id has 1 to 64 bytes: %i', async (idBytes) => {
    const message = await register('TypeError', { idBytes });
    const isAllowed = idBytes === 1 || idBytes === 64;
    expect(message === 'User ID was not between 1 and 64 characters').toBe(!isAllowed);
  });
});

describe('9: limits', () => {
  test('refresh retries wait 200 ms, then each time twice as long; the session stays stored', async () => {
    const { auth, requests, stored } = await openClient({ session: STORED, answer: refuse(503) });
    const refresh = auth.refreshSession();
    await vi.advanceTimersByTimeAsync(30_000);
    await refresh;
    expect(requests.map(({ atMs }) => atMs - 1)).toEqual([0, 200, 600, 1400, 3000, 6200, 12_600, 25_400]);
    expect(stored()).toEqual(STORED);
  });

  test.each([119, 120, 121])(
    'a URL-delivered session issued %i s ago: a warning from 120',
    async (ageSeconds) => {
      const { access_token, refresh_token, expires_in, expires_at } = ANSWERED;
      const tokens = `access_token=${access_token}&refresh_token=${refresh_token}&token_type=bearer`;
      const urlEnd = `#${tokens}&expires_in=${expires_in}&expires_at=${expires_at - ageSeconds}`;
      const { error, events, warnings } = await openClient({ urlEnd });
      expect(error).toBeNull();
      expect(events).toContain('SIGNED_IN');
      expect(warnings.filter((text) => text.includes('issued over 120s ago'))).toHaveLength(
        ageSeconds < 120 ? 0 : 1,
      );
    },
  );

  test('the default channel is sms', async () => {
    const { auth, requests } = await openClient();
    await auth.signInWithOtp({ phone });
    await auth.signUp({ phone, password });
    expect(requests).toMatchObject([{ body: { channel: 'sms' } }, { body: { channel: 'sms' } }]);
  });

  test('the default flow is implicit, and the site does not override it', async () => {
    const { auth, lines, requests } = await openClient();
    await auth.signInWithOAuth({ provider: 'github' });
    await auth.resetPasswordForEmail(email);
    expect(lines()[0]).toBe('GET /auth/v1/authorize?provider=github');
    expect(requests[1]?.body).toMatchObject({ code_challenge: null });
  });

  test.each([
    ['https://abcdefghijklmnop.supabase.co', 'sb-abcdefghijklmnop-auth-token'],
    ['http://localhost:54321', 'sb-localhost-auth-token'],
  ])('the storage key is derived from the project’s host: %s', async (url, key) => {
    const { auth } = await openClient({ url });
    await auth.signInWithPassword({ email, password });
    expect(window.localStorage.getItem(key)).toContain('answered');
  });
});
