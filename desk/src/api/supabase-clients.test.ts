import { afterEach, expect, test, vi } from 'vitest';
import { stubSignedInBrowser } from '#support/signed-in-browser.ts';
import { USER_HEADER } from './user-header.ts';
import { createClients } from './supabase-clients.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Stubs a browser in which the user with this id is signed in. @returns the mock of `fetch` */
function signInAs(id: string) {
  stubSignedInBrowser(id);
  const fetched = vi.fn<(url: string, init: { headers: Headers }) => Promise<Response>>(() =>
    Promise.resolve(Response.json({})),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

test('a change is sent only with the session of the user who made it', async () => {
  const fetched = signInAs('ben');
  const { desk } = createClients('http://desk.example', 'key');

  const ofAnn = await desk.rpc('note', { body: 'Roof' }).setHeader(USER_HEADER, 'ann');
  expect(ofAnn.error?.hint).toBe('no_session');
  expect(fetched).not.toHaveBeenCalled();

  const ofBen = await desk.rpc('note', { body: 'Roof' }).setHeader(USER_HEADER, 'ben');
  expect(ofBen.error).toBeNull();
  const headers = fetched.mock.calls[0]?.[1].headers;
  expect(headers?.get('authorization')).toBe('Bearer token');
  expect(headers?.has(USER_HEADER)).toBe(false);
});
