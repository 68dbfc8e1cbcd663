import { AuthClient, isAuthRetryableFetchError } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { SESSION_KEY } from './early.ts';
import { ONLY_AS } from './only-as.ts';

const WRONG_PERSON = { code: 'PT403', message: 'Please sign in.', details: null, hint: 'no_session' };

/**
 * The two parts of supabase-js that the desk uses. The whole has storage, realtime and functions too, a fifth of the
 * desk's size.
 */
export function createClients(url: string, key: string) {
  const auth = new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: key, Authorization: `Bearer ${key}` },
    storageKey: SESSION_KEY,
    flowType: 'implicit',
    detectSessionInUrl: false,
    autoRefreshToken: true,
    persistSession: true,
  });
  const desk = new PostgrestClient(`${url}/rest/v1`, {
    schema: 'desk',
    fetch: async (input, init) => {
      const { data, error } = await auth.getSession();
      // Without a connection, an old session cannot be made anew, but it is not over.
      if (isAuthRetryableFetchError(error)) throw error;
      const headers = new Headers(init?.headers);
      const person = headers.get(ONLY_AS);
      headers.delete(ONLY_AS);
      if (person !== null && person !== data.session?.user.id) {
        return Response.json(WRONG_PERSON, { status: 403 });
      }
      headers.set('apikey', key);
      headers.set('Authorization', `Bearer ${data.session?.access_token ?? key}`);
      return fetch(input, { ...init, headers });
    },
  });
  return { auth, desk };
}

export type Clients = ReturnType<typeof createClients>;
