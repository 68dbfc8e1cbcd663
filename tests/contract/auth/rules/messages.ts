import { expect } from 'vitest';
import { createAnswers } from '../answers.ts';
import { createSignedToken, createToken, nowInSeconds } from '../session.ts';
import type { NodeBench, OpenClient } from './node-bench.ts';
import type { Rule } from './rule.ts';

const CREDENTIALS_MESSAGE = 'You must provide either an email or phone number and a password';

/** What needs somebody to be signed in. */
const SESSION_CALLS: [name: string, call: (auth: OpenClient['auth']) => Promise<unknown>][] = [
  ['getUser', (auth) => auth.getUser()],
  ['updateUser', (auth) => auth.updateUser({ data: {} })],
  ['reauthenticate', (auth) => auth.reauthenticate()],
  ['refreshSession', (auth) => auth.refreshSession()],
  ['setSession', (auth) => auth.setSession({ access_token: '', refresh_token: '' })],
];

export const MESSAGE_RULES: Rule<NodeBench>[] = [
  {
    section: 5,
    says: `Sign-up and password sign-in need an e-mail or phone plus a password, otherwise '${CREDENTIALS_MESSAGE}'`,
    async prove({ open, server }) {
      const { auth } = await open();
      const nothing = { password: 'x' } as never;
      for (const answer of [await auth.signUp(nothing), await auth.signInWithPassword(nothing)]) {
        expect(answer.error?.message).toBe(CREDENTIALS_MESSAGE);
      }
      expect(server.requests).toEqual([]);
    },
  },
  {
    section: 5,
    says: 'Sign-up and password sign-in need an e-mail or phone plus a password',
    differs:
      'A missing password is not noticed by the client: the call is sent without one, and the service refuses it.',
    async prove({ open, server }) {
      const { auth } = await open();
      server.answer = createAnswers();
      await auth.signUp({ email: 'ann@example.com' } as never);
      await auth.signInWithPassword({ phone: '+441314960123' } as never);
      expect(server.requests.map(({ body }) => 'password' in (JSON.parse(body) as object))).toEqual([
        false,
        false,
      ]);
    },
  },
  {
    section: 5,
    says: 'A one-time-code request needs an e-mail or phone',
    async prove({ open, server }) {
      const { auth } = await open();
      const { error } = await auth.signInWithOtp({} as never);
      expect(error?.message).toBe('You must provide either an email or phone number.');
      expect(server.requests).toEqual([]);
    },
  },
  ...SESSION_CALLS.map(([name, call]): Rule<NodeBench> => ({
    section: 8,
    says: `The message session missing, of ${name}: 'Auth session missing!'`,
    async prove({ open, server }) {
      const { auth } = await open();
      expect(await call(auth)).toMatchObject({ error: { message: 'Auth session missing!', status: 400 } });
      expect(server.requests).toEqual([]);
    },
  })),
  {
    section: 8,
    says: "The message 'Invalid JWT signature'",
    async prove({ open, server }) {
      const { auth } = await open();
      const claims = { exp: nowInSeconds() + 3600, sub: 'ann' };
      const { token, jwks } = await createSignedToken('key-of-the-signature', claims);
      server.answer = createAnswers(jwks);
      expect(await auth.getClaims(token)).toMatchObject({ data: { claims }, error: null });

      const [header, , signature] = token.split('.');
      const [, forged] = createToken({ ...claims, sub: 'mallory' }).split('.');
      const { error } = await auth.getClaims(`${header ?? ''}.${forged ?? ''}.${signature ?? ''}`);
      expect(error?.message).toBe('Invalid JWT signature');
    },
  },
  {
    section: 8,
    says: 'The token-expired check',
    async prove({ open, server }) {
      const { auth } = await open();
      const { error } = await auth.getClaims(createToken({ exp: nowInSeconds() - 1 }));
      expect(error?.message).toBe('JWT has expired');
      expect(server.requests).toEqual([]);
    },
  },
];
