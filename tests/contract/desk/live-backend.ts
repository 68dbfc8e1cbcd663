import { randomBytes } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { PUBLISHABLE_KEY } from '../../support/publishable-key.ts';

const PASSWORD = 'correct horse battery';
/**
 * The live backend: an auth service with real accounts, in a database in memory. It is @supabase/lite, an alpha version
 * that only tests use.
 */
export async function startLiveBackend() {
  // @supabase/lite reads this variable when it is imported.
  process.env.DO_NOT_TRACK = '1';
  const { App } = await import('@supabase/lite');
  const { createConnection } = await import('@supabase/lite/sqlite');
  const mails = new Map<string, string>();
  const app = new App({
    connection: await createConnection({ url: ':memory:' }),
    auth: {
      enabled: true,
      site_url: 'http://127.0.0.1',
      jwt_secret: randomBytes(32).toString('hex'),
      publishable_key: PUBLISHABLE_KEY,
      email: { enable_confirmations: true },
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

  const readCode = (email: string): string => /\b\d{6}\b/.exec(mails.get(email) ?? '')?.[0] ?? '';

  async function createUser(): Promise<{ email: string }> {
    const account = { email: `${randomBytes(6).toString('hex')}@example.com`, password: PASSWORD };
    expectSuccess(await createSetupClient().signUp(account));
    const code = readCode(account.email);
    expectSuccess(await createSetupClient().verifyOtp({ email: account.email, token: code, type: 'signup' }));
    return account;
  }

  return { fetch: fetchLive, createUser, readCode, close: () => app.connection.close() };
}
