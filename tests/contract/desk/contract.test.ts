import { globSync, readFileSync } from 'node:fs';
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { createAuthenticator } from '../../support/software-authenticator.ts';
import { openProject, startListener, startLite, type Backend, type ProjectSettings } from './backends.ts';

const {
  DESK_SUPABASE_URL: url = '',
  DESK_SUPABASE_KEY: key = '',
  DESK_SUPABASE_SECRET_KEY: secretKey = '',
  DESK_URL: origin = '',
} = process.env;
const project: ProjectSettings = { url, key, secretKey, origin };

/** What a backend of the desk (the staff's app) supports. */
type Abilities = { hasSecondFactors: boolean; hasFunctions: boolean; detectsReuse: boolean };

const ALL: Abilities = { hasSecondFactors: true, hasFunctions: true, detectsReuse: true };

const BACKENDS: [name: string, start: () => Promise<Backend>, abilities: Abilities, isAvailable: boolean][] =
  [
    ['this repository’s server', startListener, ALL, true],
    [
      '@supabase/lite',
      startLite,
      { hasSecondFactors: false, hasFunctions: false, detectsReuse: false },
      true,
    ],
    ['a full Supabase', () => Promise.resolve(openProject(project)), ALL, secretKey !== ''],
  ];

describe.each(BACKENDS.filter(([, , , isAvailable]) => isAvailable))('%s', (_name, start, abilities) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await start();
  });
  afterAll(() => backend.close());

  async function signIn() {
    const email = await backend.createPerson();
    const client = backend.openClient();
    const token = await backend.askForCode(email);
    const { data, error } = await client.auth.verifyOtp({ email, token, type: backend.codeType });
    expect(error).toBeNull();
    return { client, email, token, session: data.session };
  }

  test('an e-mailed code signs in once', async () => {
    const { client, email, token, session } = await signIn();
    expect(session).toMatchObject({ token_type: 'bearer', user: { email, role: 'authenticated' } });
    expect(session?.expires_at).toBeGreaterThan(Date.now() / 1000);
    expect((await client.auth.getUser()).data.user).toMatchObject({ email, aud: 'authenticated' });
    const again = await backend.openClient().auth.verifyOtp({ email, token, type: backend.codeType });
    expect(again).toMatchObject({ error: { status: 403, code: 'otp_expired' } });
  });

  test('a wrong code is refused', async () => {
    const email = await backend.createPerson();
    const token = (await backend.askForCode(email)).replace(/\d$/, (digit) =>
      String((Number(digit) + 1) % 10),
    );
    expect(await backend.openClient().auth.verifyOtp({ email, token, type: backend.codeType })).toMatchObject(
      {
        error: { status: 403, code: 'otp_expired' },
      },
    );
  });

  test('a refreshed session has another refresh token', async () => {
    const { client, session } = await signIn();
    const refreshed = await client.auth.refreshSession();
    expect(refreshed.error).toBeNull();
    expect(refreshed.data.session?.refresh_token).not.toBe(session?.refresh_token);
    expect(refreshed.data.user?.email).toBe(session?.user.email);
  });

  test('an unknown refresh token is refused', async () => {
    const answer = await backend.openClient().auth.refreshSession({ refresh_token: 'invented' });
    expect(answer).toMatchObject({ error: { status: 400 } });
  });

  test.runIf(abilities.detectsReuse)('using an old refresh token again ends the session', async () => {
    const { client, session } = await signIn();
    await client.auth.refreshSession();
    await client.auth.refreshSession();
    const old = { refresh_token: session?.refresh_token ?? '' };
    expect(await backend.openClient().auth.refreshSession(old)).toMatchObject({
      error: { status: 400, code: 'refresh_token_already_used' },
    });
    expect((await client.auth.refreshSession()).error).not.toBeNull();
  });

  test('signing out ends the session', async () => {
    const { client, session } = await signIn();
    expect(await client.auth.signOut({ scope: 'global' })).toEqual({ error: null });
    const answer = await backend
      .openClient()
      .auth.refreshSession({ refresh_token: session?.refresh_token ?? '' });
    expect(answer.error).not.toBeNull();
  });

  test.runIf(abilities.hasFunctions)(
    'after an e-mailed code alone, calls are refused (403), and unknown calls are answered with 404',
    async () => {
      const { client } = await signIn();
      expect(await client.rpc('me')).toMatchObject({
        status: 403,
        error: { code: 'PT403', hint: 'second_factor' },
      });
      expect(await client.rpc('no_such_function')).toMatchObject({
        status: 404,
        error: { code: 'PGRST202' },
      });
      expect(await client.rpc('lead', { unknown: 1 })).toMatchObject({
        status: 404,
        error: { code: 'PGRST202' },
      });
    },
  );

  test.runIf(abilities.hasSecondFactors)('a passkey session may call the desk’s functions', async () => {
    const { client, email } = await signIn();
    const authenticator = createAuthenticator();
    const registration = await client.auth.passkey.startRegistration();
    const registered = await client.auth.passkey.verifyRegistration({
      challengeId: registration.data?.challenge_id ?? '',
      credential: authenticator.create(registration.data?.options as never, backend),
    });
    expect(registered.error).toBeNull();

    const other = backend.openClient();
    const start = await other.auth.passkey.startAuthentication();
    const signedIn = await other.auth.passkey.verifyAuthentication({
      challengeId: start.data?.challenge_id ?? '',
      credential: authenticator.get(start.data?.options as never, backend),
    });
    expect(signedIn).toMatchObject({ error: null, data: { user: { email } } });
    expect((await other.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'passkey' }]);
    expect(await other.rpc('me')).toMatchObject({ error: null });
  });

  test.runIf(abilities.hasSecondFactors)(
    'a code of an authenticator app raises the session to aal2, which may call the desk’s functions',
    async () => {
      const { client } = await signIn();
      const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
      const { id: factorId = '', totp } = data ?? {};
      expect(totp?.qr_code).toMatch(/^data:image\/svg/);
      const code = await generate({ secret: totp?.secret ?? '' });
      expect(await client.auth.mfa.challengeAndVerify({ factorId, code })).toMatchObject({ error: null });
      expect((await client.auth.getClaims()).data?.claims.aal).toBe('aal2');
      expect(await client.rpc('me')).toMatchObject({ error: null });
      expect(await client.auth.mfa.unenroll({ factorId })).toMatchObject({ error: null });
    },
  );
});

test('no file of the product mentions @supabase/lite, which is for tests only', () => {
  const sources = globSync('{src,server,supabase,scripts,bench}/**/*.{ts,tsx,astro,mdx,json,toml}');
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((file) => readFileSync(file, 'utf8').includes('@supabase/lite'))).toEqual([]);
  expect(packageJson.dependencies).not.toHaveProperty(['@supabase/lite']);
});
