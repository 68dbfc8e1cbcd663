import { createHash, randomBytes } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { PUBLISHABLE_KEY } from '../../support/publishable-key.ts';
import { startRecordingServer } from '../../support/recording-server.ts';

const PASSWORD = 'correct horse battery';
const LEADS =
  'create table public.leads (id serial primary key, name text, phone text, message text, source text)';

export type Account = { email: string; password: string };

export type LiveBackend = Awaited<ReturnType<typeof startLiveBackend>>;

/** A stand-in for GitHub as a sign-in provider, where every user is `octocat`. */
const startProvider = () =>
  startRecordingServer((request) => {
    const { pathname } = new URL(request.url);
    // A browser stays on its page if a navigation is answered with 204.
    if (pathname.endsWith('/authorize')) return new Response(null, { status: 204 });
    if (pathname.endsWith('/access_token'))
      return Response.json({ access_token: 'token', token_type: 'bearer' });
    if (pathname.endsWith('/emails')) {
      return Response.json([{ email: 'octocat@example.com', verified: true, primary: true }]);
    }
    return Response.json({ id: 1, login: 'octocat', name: 'Octocat' });
  });

/**
 * The live backend: an auth service with real accounts, in a database in memory. It is @supabase/lite, an alpha version
 * that only tests use.
 */
export async function startLiveBackend() {
  // @supabase/lite reads this variable when it is imported.
  process.env.DO_NOT_TRACK = '1';
  const { App } = await import('@supabase/lite');
  const { createConnection } = await import('@supabase/lite/sqlite');
  const provider = await startProvider();
  const mails = new Map<string, string>();
  const app = new App({
    connection: await createConnection({ url: ':memory:' }),
    auth: {
      enabled: true,
      site_url: 'http://127.0.0.1',
      jwt_secret: randomBytes(32).toString('hex'),
      publishable_key: PUBLISHABLE_KEY,
      email: { enable_confirmations: true },
      external: { github: { enabled: true, client_id: 'site', secret: 'secret', url: provider.url } },
    },
    options: {
      drivers: {
        email: {
          send({ to, text = '' }) {
            mails.set(to, text);
            return Promise.resolve();
          },
        },
      },
    },
  });
  await app.ensureSystemSchema();
  await app.connection.createMigrator(LEADS).migrate();

  const fetchLive = (request: Request) => app.fetch(request);

  /** A separate client for the set-up of a test, so that the set-up stores nothing in the tested client. */
  function createSetupClient(): SupabaseClient['auth'] {
    const { auth } = createClient('http://127.0.0.1', PUBLISHABLE_KEY, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: async (input, init) => fetchLive(new Request(input, init)) },
    });
    return auth;
  }

  function expectSuccess<Result extends { error: Error | null }>(result: Result): Result {
    if (result.error) throw new Error('The live backend refused a set-up call.', { cause: result.error });
    return result;
  }

  function readMail(email: string): { code: string; tokenHash: string } {
    const text = mails.get(email) ?? '';
    return {
      code: /\b\d{6}\b/.exec(text)?.[0] ?? '',
      tokenHash: /[?&]token=([^&\s]+)/.exec(text)?.[1] ?? '',
    };
  }

  /** A person without an account. */
  const createNewcomer = (): Promise<Account> =>
    Promise.resolve({ email: `${randomBytes(6).toString('hex')}@example.com`, password: PASSWORD });

  async function createUser(): Promise<Account> {
    const account = await createNewcomer();
    expectSuccess(await createSetupClient().signUp(account));
    const { code } = readMail(account.email);
    expectSuccess(await createSetupClient().verifyOtp({ email: account.email, token: code, type: 'signup' }));
    return account;
  }

  async function follow(url: string): Promise<URL> {
    const response = await fetchLive(new Request(url));
    return new URL(response.headers.get('location') ?? '', url);
  }

  return {
    fetch: fetchLive,
    createNewcomer,
    createUser,
    readMail,
    /** Creates a user, who is mailed a code and a link for signing in. @returns both, with the e-mail address */
    async askForCode() {
      const { email } = await createUser();
      expectSuccess(await createSetupClient().signInWithOtp({ email }));
      return { email, ...readMail(email) };
    },
    /** Signs in with GitHub. @returns the code in the last redirect, which a client exchanges for a session */
    async createAuthCode(codeVerifier: string) {
      const challenge = createHash('sha256').update(codeVerifier).digest('base64url');
      const toProvider = await follow(
        `http://127.0.0.1/auth/v1/authorize?provider=github&code_challenge=${challenge}&code_challenge_method=s256`,
      );
      const state = toProvider.searchParams.get('state') ?? '';
      const back = await follow(`http://127.0.0.1/auth/v1/callback?code=from-provider&state=${state}`);
      return { authCode: back.searchParams.get('code') ?? '' };
    },
    async signIn(account: Account) {
      const { data } = expectSuccess(await createSetupClient().signInWithPassword(account));
      if (!data.session) throw new Error('The live backend gave no session.');
      return data.session;
    },
    async close() {
      await app.connection.close();
      await provider.close();
    },
  };
}
