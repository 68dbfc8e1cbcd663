import { expect } from 'vitest';
import { createAnswers } from '../answers.ts';
import type { NodeBench } from './node-bench.ts';
import type { Rule } from './rule.ts';

function answerList(link?: string) {
  return () =>
    Response.json(
      { users: [], clients: [] },
      { headers: { 'x-total-count': '450', ...(link !== undefined && { link }) } },
    );
}

/** What the table of calls (`../calls`) cannot show: what is read of an answer, and where the two differ. */
export const CALL_RULES: Rule<NodeBench>[] = [
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
