import type { Call } from './call.ts';

export const ADMIN_CALLS: Call[] = [
  {
    name: 'admin.inviteUserByEmail',
    run: ({ auth }, { email }) =>
      auth.admin.inviteUserByEmail(email, {
        data: { town: 'Ayr' },
        redirectTo: 'http://127.0.0.1/welcome',
      }),
    as: 'admin',
    requests: ['POST /auth/v1/invite?redirect_to=http%3A%2F%2F127.0.0.1%2Fwelcome'],
    body: { email: 'ann@example.com', data: { town: 'Ayr' } },
    live: false,
  },
  {
    name: 'admin.generateLink',
    run: ({ auth }, { email }) =>
      auth.admin.generateLink({ type: 'email_change_new', email, newEmail: 'ann@example.org' }),
    as: 'admin',
    requests: ['POST /auth/v1/admin/generate_link'],
    body: { type: 'email_change_new', email: 'ann@example.com', new_email: 'ann@example.org' },
    live: false,
  },
  {
    name: 'admin.createUser',
    run: ({ auth }, { email }) => auth.admin.createUser({ email, email_confirm: true }),
    as: 'admin',
    requests: ['POST /auth/v1/admin/users'],
    body: { email: 'ann@example.com', email_confirm: true },
    live: false,
  },
  {
    name: 'admin.listUsers',
    run: ({ auth }) => auth.admin.listUsers({ page: 2, perPage: 50 }),
    as: 'admin',
    requests: ['GET /auth/v1/admin/users?page=2&per_page=50'],
    live: false,
  },
  {
    name: 'admin.getUserById',
    run: ({ auth }) => auth.admin.getUserById('0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c11'),
    as: 'admin',
    requests: ['GET /auth/v1/admin/users/0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c11'],
    live: false,
  },
  {
    name: 'admin.updateUserById',
    run: ({ auth }) =>
      auth.admin.updateUserById('0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c11', { email: 'ann@example.org' }),
    as: 'admin',
    requests: ['PUT /auth/v1/admin/users/0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c11'],
    body: { email: 'ann@example.org' },
    live: false,
  },
  {
    name: 'admin.deleteUser',
    run: ({ auth }) => auth.admin.deleteUser('0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c11', true),
    as: 'admin',
    requests: [
      'GET /auth/v1/admin/users/0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c11',
      'DELETE /auth/v1/admin/users/0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c11',
    ],
    body: { should_soft_delete: true },
    live: false,
  },
  {
    name: 'admin.mfa.listFactors',
    run: ({ auth }) => auth.admin.mfa.listFactors({ userId: '0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c11' }),
    as: 'admin',
    requests: ['GET /auth/v1/admin/users/0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c11/factors'],
    live: false,
  },
  {
    name: 'admin.mfa.deleteFactor',
    run: ({ auth }) =>
      auth.admin.mfa.deleteFactor({
        userId: '0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c11',
        id: '0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c14',
      }),
    as: 'admin',
    requests: [
      'DELETE /auth/v1/admin/users/0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c11/factors/0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c14',
    ],
    live: false,
  },
  {
    name: 'admin.oauth.listClients',
    run: ({ auth }) => auth.admin.oauth.listClients({ page: 2, perPage: 50 }),
    as: 'admin',
    requests: ['GET /auth/v1/admin/oauth/clients?page=2&per_page=50'],
    live: false,
  },
  {
    name: 'admin.oauth.createClient',
    run: ({ auth }) =>
      auth.admin.oauth.createClient({
        client_name: 'Valuer',
        redirect_uris: ['https://valuer.example/callback'],
      }),
    as: 'admin',
    requests: ['POST /auth/v1/admin/oauth/clients'],
    body: { client_name: 'Valuer', redirect_uris: ['https://valuer.example/callback'] },
    live: false,
  },
  {
    name: 'admin.oauth.getClient',
    run: ({ auth }) => auth.admin.oauth.getClient('client-1'),
    as: 'admin',
    requests: ['GET /auth/v1/admin/oauth/clients/client-1'],
    live: false,
  },
  {
    name: 'admin.oauth.deleteClient',
    run: ({ auth }) => auth.admin.oauth.deleteClient('client-1'),
    as: 'admin',
    requests: ['DELETE /auth/v1/admin/oauth/clients/client-1'],
    live: false,
  },
  {
    name: 'admin.oauth.regenerateClientSecret',
    run: ({ auth }) => auth.admin.oauth.regenerateClientSecret('client-1'),
    as: 'admin',
    requests: ['POST /auth/v1/admin/oauth/clients/client-1/regenerate_secret'],
    live: false,
  },
];
