import { expect, vi } from 'vitest';
import { createAnswers } from '../answers.ts';
import { createSession, nowInSeconds } from '../session.ts';
import { refuse, type NodeBench } from './node-bench.ts';
import type { Rule } from './rule.ts';

const REFRESH = 'POST /auth/v1/token?grant_type=refresh_token';

/** Answers every `fetch` with this status, and tells when each was made, in ms from now. */
function recordAttempts(status: number): number[] {
  const start = Date.now();
  const attempts: number[] = [];
  vi.stubGlobal('fetch', () => {
    attempts.push(Date.now() - start);
    return Promise.resolve(Response.json(status < 400 ? createSession() : {}, { status }));
  });
  return attempts;
}

export const STORED_SESSION_RULES: Rule<NodeBench>[] = [
  ...(['access_token', 'refresh_token', 'expires_at'] as const).map((field): Rule<NodeBench> => ({
    section: 4,
    says: `A stored session is valid only with an access token, refresh token and expiry: not without ${field}`,
    async prove({ open }) {
      const { auth, events, store, stored } = await open();
      store({ ...createSession(), [field]: undefined });
      expect((await auth.getSession()).data.session).toBeNull();
      expect({ stored: stored(), events }).toEqual({
        stored: null,
        events: ['INITIAL_SESSION', 'SIGNED_OUT'],
      });
    },
  })),
  {
    section: 4,
    says: 'A stored session is valid only with an access token, refresh token and expiry',
    differs:
      'The three have to be there, but may be empty: an empty token and an expiry of null pass as a session.',
    async prove({ open }) {
      const { auth, store } = await open();
      const empty = { access_token: '', refresh_token: '', expires_at: null };
      store(empty);
      expect((await auth.getSession()).data.session).toEqual(empty);
    },
  },
  {
    section: 4,
    says: 'An expired session is refreshed with the refresh token',
    async prove({ open, server }) {
      const { auth, events, store, stored } = await open();
      server.answer = () => Response.json(createSession({ refreshToken: 'second' }));
      store(createSession({ expiresInSeconds: -1, refreshToken: 'first' }));
      expect((await auth.getSession()).data.session).toMatchObject({ refresh_token: 'second' });
      expect(server.requests).toMatchObject([{ line: REFRESH, body: '{"refresh_token":"first"}' }]);
      expect(stored()).toMatchObject({ refresh_token: 'second' });
      expect(events).toEqual(['INITIAL_SESSION', 'TOKEN_REFRESHED']);
    },
  },
  {
    section: 4,
    says: 'A non-retryable refresh failure removes the session and emits SIGNED_OUT',
    async prove({ open, server }) {
      const { auth, events, store, stored } = await open();
      server.answer = refuse(400, 'refresh_token_not_found');
      store(createSession({ expiresInSeconds: -1 }));
      expect(await auth.getSession()).toMatchObject({
        data: { session: null },
        error: { code: 'refresh_token_not_found' },
      });
      expect(stored()).toBeNull();
      expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_OUT']);
    },
  },
  {
    section: 4,
    says: 'A non-retryable refresh failure removes the session and emits SIGNED_OUT',
    differs:
      'Only once the access token has expired. It is refreshed from 90 seconds before that; a refusal in this time leaves the session as it is.',
    async prove({ open, server }) {
      const { auth, events, store, stored } = await open();
      server.answer = refuse(400, 'refresh_token_not_found');
      const session = createSession({ expiresInSeconds: 89 });
      store(session);
      expect(await auth.getSession()).toMatchObject({ data: { session: stored() }, error: null });
      expect(server.requests.map(({ line }) => line)).toEqual([REFRESH]);
      expect(stored()).toEqual(session);
      expect(events).toEqual(['INITIAL_SESSION']);

      store(createSession({ expiresInSeconds: 120 }));
      await auth.getSession();
      expect(server.requests).toHaveLength(1);
    },
  },
  {
    section: 4,
    says: 'A retryable refresh failure does not remove the session',
    async prove({ open }) {
      const { auth, events, store, stored } = await open();
      vi.useFakeTimers();
      recordAttempts(503);
      const session = createSession({ expiresInSeconds: -1 });
      store(session);
      const answer = auth.getSession();
      await vi.advanceTimersByTimeAsync(30_000);
      expect((await answer).error).toMatchObject({ name: 'AuthRetryableFetchError', status: 503 });
      expect(stored()).toEqual(session);
      expect(events).toEqual(['INITIAL_SESSION']);
    },
  },
  {
    section: 9,
    says: 'Refresh retries back off from 200 ms doubling',
    async prove({ open }) {
      const { auth, store } = await open();
      vi.useFakeTimers();
      const attempts = recordAttempts(503);
      store(createSession({ expiresInSeconds: -1 }));
      const answer = auth.getSession();
      await vi.advanceTimersByTimeAsync(60_000);
      await answer;
      const waits = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));
      // The next would end after 30 seconds.
      expect(waits).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800]);
    },
  },
  {
    section: 1,
    says: 'Refreshes tokens automatically',
    async prove({ open }) {
      vi.useFakeTimers();
      const { store, stored, events } = await open();
      const attempts = recordAttempts(200);
      const expiresAt = nowInSeconds() + 300;
      store({ ...createSession({ refreshToken: 'first' }), expires_at: expiresAt });
      await vi.advanceTimersByTimeAsync(300_000);
      expect(attempts).toHaveLength(1);
      expect(stored()).toMatchObject({ refresh_token: 'refresh-token' });
      expect(events).toEqual(['INITIAL_SESSION', 'TOKEN_REFRESHED']);
    },
  },
  {
    section: 1,
    says: "Keeps an auth session in the browser's local storage",
    async prove({ open, server }) {
      const { auth, stored } = await open();
      server.answer = createAnswers();
      await auth.signInWithPassword({ email: 'ann@example.com', password: 'x' });
      expect(stored()).toMatchObject({
        access_token: expect.any(String) as string,
        refresh_token: 'refresh-token',
      });
    },
  },
  {
    section: 9,
    says: 'Session storage key derived from the project host',
    async prove({ open }) {
      for (const [url, key] of [
        ['https://abcdefghijklmnop.supabase.co', 'sb-abcdefghijklmnop-auth-token'],
        ['https://backend.example.com', 'sb-backend-auth-token'],
        ['http://localhost:54321', 'sb-localhost-auth-token'],
      ] as const) {
        const { auth, storage } = await open(url);
        recordAttempts(200);
        await auth.signInWithPassword({ email: 'ann@example.com', password: 'x' });
        expect(storage.key(0)).toBe(key);
      }
    },
  },
];
