import { expect } from 'vitest';
import { createAnswers } from '../answers.ts';
import { createSession } from '../session.ts';
import { refuse, type NodeBench } from './node-bench.ts';
import type { Rule } from './rule.ts';

export const SIGN_OUT_RULES: Rule<NodeBench>[] = [
  {
    section: 5,
    says: 'Logout scope must be an allowed value, default global',
    async prove({ open, server }) {
      const { auth, store } = await open();
      server.answer = createAnswers();
      const session = createSession();
      store(session);
      await expect(auth.signOut({ scope: 'everywhere' as never })).rejects.toThrow(
        'Parameter scope must be one of global, local, others',
      );
      expect(server.requests).toEqual([]);
      await auth.signOut();
      expect(server.requests.map(({ line }) => line)).toEqual(['POST /auth/v1/logout?scope=global']);
    },
  },
  {
    section: 5,
    says: 'Logout scope must be an allowed value',
    differs:
      'It is looked at only where somebody is signed in; otherwise any value is taken, and nothing is sent.',
    async prove({ open, server }) {
      const { auth } = await open();
      expect(await auth.signOut({ scope: 'everywhere' as never })).toEqual({ error: null });
      expect(server.requests).toEqual([]);
    },
  },
  ...[401, 403, 404].map((status): Rule<NodeBench> => ({
    section: 8,
    says: `Logout ignores ${status}`,
    async prove({ open, server }) {
      const { auth, events, store, stored } = await open();
      store(createSession());
      server.answer = refuse(status, 'refused');
      expect(await auth.signOut()).toEqual({ error: null });
      expect(stored()).toBeNull();
      expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_OUT']);
    },
  })),
  {
    section: 8,
    says: 'Logout does not ignore other failures: the session stays',
    async prove({ open, server }) {
      for (const status of [400, 422, 429, 500, 503]) {
        const { auth, events, store, stored } = await open();
        store(createSession());
        server.answer = refuse(status, 'refused');
        expect((await auth.signOut()).error).toMatchObject({ status });
        expect(stored()).not.toBeNull();
        expect(events).toEqual(['INITIAL_SESSION']);
      }
    },
  },
  {
    section: 8,
    says: 'Logout ignores 401, 403, 404',
    differs:
      'Only where the answer is JSON. Where it is a page, as the not-found page of a host that has no auth service, signing out everywhere fails and the session stays.',
    async prove({ open, server }) {
      const { auth, store, stored } = await open();
      store(createSession());
      server.answer = () => new Response('<!doctype html>', { status: 404 });
      expect((await auth.signOut()).error).toMatchObject({ name: 'AuthUnknownError' });
      expect(stored()).not.toBeNull();
    },
  },
];
