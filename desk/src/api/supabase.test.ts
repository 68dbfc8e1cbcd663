import { afterEach, expect, test, vi } from 'vitest';
import { SESSION_KEY } from './early.ts';
import { ONLY_AS } from './only-as.ts';
import { createClients } from './supabase.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A browser in which somebody is signed in, perhaps since a moment ago in another tab. */
function signInAs(id: string) {
  const session = {
    access_token: 'token',
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 900,
    expires_at: Math.floor(Date.now() / 1000) + 900,
    user: { id },
  };
  vi.stubGlobal('window', { addEventListener: vi.fn(), removeEventListener: vi.fn() });
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === SESSION_KEY ? JSON.stringify(session) : null),
    setItem: vi.fn(),
    removeItem: vi.fn(),
  });
  const fetched = vi.fn<(url: string, init: { headers: Headers }) => Promise<Response>>(() =>
    Promise.resolve(Response.json({})),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

test('a change goes out with the session of the person who made it, and with no other', async () => {
  const fetched = signInAs('ben');
  const { desk } = createClients('http://desk.example', 'key');

  const ofAnn = await desk.rpc('note', { body: 'Roof' }).setHeader(ONLY_AS, 'ann');
  expect(ofAnn.error?.hint).toBe('no_session');
  expect(fetched).not.toHaveBeenCalled();

  const ofBen = await desk.rpc('note', { body: 'Roof' }).setHeader(ONLY_AS, 'ben');
  expect(ofBen.error).toBeNull();
  const headers = fetched.mock.calls[0]?.[1].headers;
  expect(headers?.get('authorization')).toBe('Bearer token');
  expect(headers?.has(ONLY_AS)).toBe(false);
});
