import { afterEach, expect, test, vi } from 'vitest';
import { stubSignedInBrowser } from '#support/signed-in-browser.ts';
import { ONLY_AS } from './only-as.ts';
import { createClients } from './supabase.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** What is fetched in a browser in which this person is signed in. */
function signInAs(id: string) {
  stubSignedInBrowser(id);
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
