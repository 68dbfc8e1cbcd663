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
  {
    section: 9,
    says: 'Default sign-in channel sms',
    async prove({ open, server }) {
      const { auth } = await open();
      server.answer = createAnswers();
      await auth.signInWithOtp({ phone: '+441314960123' });
      await auth.signUp({ phone: '+441314960123', password: 'x' });
      expect(server.requests.map(({ body }) => (JSON.parse(body) as { channel: string }).channel)).toEqual([
        'sms',
        'sms',
      ]);
    },
  },
  {
    section: 9,
    says: 'Default flow implicit (not overridden)',
    async prove({ open, server }) {
      const { auth, storage } = await open();
      server.answer = createAnswers();
      const { data } = await auth.signInWithOAuth({ provider: 'github' });
      expect(data.url).toBe(`${server.url}/auth/v1/authorize?provider=github`);
      await auth.signInWithOtp({ email: 'ann@example.com' });
      expect(server.requests[0]?.body).toContain('"code_challenge":null');
      expect(storage.length).toBe(0);
    },
  },
  {
    section: 7,
    says: 'Admin lists read x-total-count and link headers',
    async prove({ open, server }) {
      const { auth } = await open();
      server.answer = answerList('</users?page=3>; rel="next", </users?page=9>; rel="last"');
      const pages = { nextPage: 3, lastPage: 9, total: 450 };
      expect((await auth.admin.listUsers({ page: 2 })).data).toMatchObject(pages);
      expect((await auth.admin.oauth.listClients({ page: 2 })).data).toMatchObject(pages);
    },
  },
  {
    section: 7,
    says: 'Admin lists read x-total-count and link headers',
    differs:
      'Of a page number in `link` only the first digit is read (page 12 becomes 1), and `x-total-count` is not read at all where there is no `link`.',
    async prove({ open, server }) {
      const { auth } = await open();
      server.answer = answerList('</users?page=12>; rel="next", </users?page=34>; rel="last"');
      expect((await auth.admin.listUsers()).data).toMatchObject({ nextPage: 1, lastPage: 3 });
      server.answer = answerList();
      expect((await auth.admin.listUsers()).data).toMatchObject({ total: 0 });
    },
  },
  {
    section: 7,
    says: 'DELETE /admin/users/{id}',
    differs: 'The user is looked up first (GET /admin/users/{id}); somebody who is not found is not deleted.',
    async prove({ open, server }) {
      const { auth } = await open();
      server.answer = () =>
        Response.json({ code: 404, error_code: 'user_not_found', msg: 'No' }, { status: 404 });
      const { error } = await auth.admin.deleteUser('0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c11');
      expect(error?.code).toBe('user_not_found');
      expect(server.requests.map(({ line }) => line.split(' ')[0])).toEqual(['GET']);
    },
  },
  {
    section: 7,
    says: 'POST /verify (token or code, type)',
    differs:
      'The fields are `token`, or `token_hash` for the token of a link; a `code` is only sent to verify a second factor.',
    async prove({ open, server }) {
      const { auth } = await open();
      server.answer = createAnswers();
      await auth.verifyOtp({ email: 'ann@example.com', token: '123456', type: 'magiclink' });
      await auth.verifyOtp({ token_hash: 'hash', type: 'magiclink' });
      const fields = server.requests.flatMap(({ body }) => Object.keys(JSON.parse(body) as object));
      expect(fields).toEqual(expect.arrayContaining(['token', 'token_hash']));
      expect(fields).not.toContain('code');
    },
  },
  {
    section: 7,
    says: 'The calls that are available in the client',
    differs:
      'It has more than the list: PUT /admin/oauth/clients/{id}, and calls for passkeys, recovery codes, custom providers and the consent page of an OAuth server.',
    async prove({ open, server }) {
      const { auth } = await open();
      server.answer = createAnswers();
      await auth.admin.oauth.updateClient('client-1', { client_name: 'Valuer' });
      expect(server.requests.map(({ line }) => line)).toEqual(['PUT /auth/v1/admin/oauth/clients/client-1']);
      for (const group of [
        auth.passkey,
        auth.mfa.recoveryCodes,
        auth.admin.customProviders,
        auth.admin.passkey,
        auth.oauth,
      ]) {
        expect(Object.keys(group)).not.toEqual([]);
      }
    },
  },
];

function answerList(link?: string) {
  return () =>
    Response.json(
      { users: [], clients: [] },
      { headers: { 'x-total-count': '450', ...(link !== undefined && { link }) } },
    );
}
