import { AuthClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';

/**
 * The two parts of supabase-js that the desk uses. The whole has storage, realtime and functions too, a fifth of the
 * desk's size.
 */
export function createClients(url: string, key: string) {
  const auth = new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: key, Authorization: `Bearer ${key}` },
    storageKey: 'sb-desk-auth-token',
    flowType: 'implicit',
    detectSessionInUrl: false,
    autoRefreshToken: true,
    persistSession: true,
  });
  const desk = new PostgrestClient(`${url}/rest/v1`, {
    schema: 'desk',
    fetch: async (input, init) => {
      const { data } = await auth.getSession();
      const headers = new Headers(init?.headers);
      headers.set('apikey', key);
      headers.set('Authorization', `Bearer ${data.session?.access_token ?? key}`);
      return fetch(input, { ...init, headers });
    },
  });
  return { auth, desk };
}
