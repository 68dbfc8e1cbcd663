import { AuthClient, isAuthRetryableFetchError } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { SESSION_KEY } from './session-key.ts';
import { USER_HEADER } from './user-header.ts';

const WRONG_PERSON = { code: 'PT403', message: 'Please sign in.', details: null, hint: 'no_session' };

/**
 * Creates clients from the two parts of supabase-js that the desk uses. The other parts (storage, realtime, functions)
 * would add a fifth to the desk's size.
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
      // Offline, an expired access token cannot be refreshed, but the user is still signed in. Because of this `throw`,
      // the request fails like one without a response: it is tried again, and nobody has to sign in.
      if (isAuthRetryableFetchError(error)) throw error;
      const headers = new Headers(init?.headers);
      const person = headers.get(USER_HEADER);
      headers.delete(USER_HEADER);
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
