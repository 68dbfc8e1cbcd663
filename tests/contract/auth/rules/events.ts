import { expect } from 'vitest';
import { createAnswers } from '../answers.ts';
import { createSession } from '../session.ts';
import type { NodeBench, OpenClient } from './node-bench.ts';
import type { Rule } from './rule.ts';

const signIn = ({ auth }: OpenClient) => auth.signInWithPassword({ email: 'ann@example.com', password: 'x' });

/** What makes the client tell of each event, from a signed-in start. */
const CAUSES: [event: string, cause: (client: OpenClient) => Promise<unknown>][] = [
  ['SIGNED_IN', signIn],
  ['SIGNED_OUT', ({ auth }) => auth.signOut()],
  ['TOKEN_REFRESHED', ({ auth }) => auth.refreshSession()],
  ['USER_UPDATED', ({ auth }) => auth.updateUser({ data: { town: 'Ayr' } })],
  ['PASSWORD_RECOVERY', ({ auth }) => auth.verifyOtp({ token_hash: 'hash', type: 'recovery' })],
  [
    'MFA_CHALLENGE_VERIFIED',
    ({ auth }) => auth.mfa.verify({ factorId: 'factor-1', challengeId: 'challenge-1', code: '123456' }),
  ],
];

export const EVENT_RULES: Rule<NodeBench>[] = [
  {
    section: 4,
    says: 'The event INITIAL_SESSION',
    async prove({ open }) {
      expect((await open()).events).toEqual(['INITIAL_SESSION']);
    },
  },
  ...CAUSES.map(([event, cause]): Rule<NodeBench> => ({
    section: 4,
    says: `The event ${event}`,
    async prove({ open, server }) {
      const client = await open();
      server.answer = createAnswers();
      client.store(createSession());
      expect(await cause(client)).toMatchObject({ error: null });
      expect(client.events).toEqual(['INITIAL_SESSION', event]);
    },
  })),
  {
    section: 4,
    says: 'A verified second factor raises the assurance level to aal2',
    async prove({ open, server }) {
      const { auth, store, stored } = await open();
      store(createSession());
      expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal1' });
      const verified = createSession({ aal: 'aal2' });
      server.answer = () => Response.json(verified);
      await auth.mfa.verify({ factorId: 'factor-1', challengeId: 'challenge-1', code: '123456' });
      expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal2' });
      expect(stored()).toMatchObject({ access_token: verified.access_token });
    },
  },
];
