import { AuthClient, isAuthRetryableFetchError } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { SESSION_KEY, takeEarly } from './early.ts';

/**
 * Names the person whose session a request may go out with. It is taken off before the request is sent: another tab may
 * have signed in somebody else in between.
 */
export const ONLY_AS = 'x-only-as';

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
      const token = data.session?.access_token ?? key;
      headers.set('Authorization', `Bearer ${token}`);
      return takeEarly(input, init?.body, token) ?? fetch(input, { ...init, headers });
    },
  });
  return { auth, desk };
}
