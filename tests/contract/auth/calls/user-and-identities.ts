import type { Call } from './call.ts';

export const USER_AND_IDENTITY_CALLS: Call[] = [
  {
    name: 'signInWithOAuth',
    run: ({ auth }) =>
      auth.signInWithOAuth({
        provider: 'github',
        options: { scopes: 'read:user', redirectTo: 'http://127.0.0.1/welcome' },
      }),
    requests: [
      'GET /auth/v1/authorize?provider=github&redirect_to=http%3A%2F%2F127.0.0.1%2Fwelcome&scopes=read%3Auser',
    ],
    isNavigation: true,
    live: true,
  },
  {
    name: 'linkIdentity with a provider',
    run: ({ auth }) => auth.linkIdentity({ provider: 'github' }),
    as: 'user',
    requests: ['GET /auth/v1/user/identities/authorize?provider=github&skip_http_redirect=true'],
    leavesPage: true,
    live: false,
  },
  {
    name: 'unlinkIdentity',
    run: ({ auth }) =>
      auth.unlinkIdentity({
        id: '1',
        user_id: '2',
        identity_id: '0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c13',
        provider: 'github',
      }),
    as: 'user',
    requests: ['DELETE /auth/v1/user/identities/0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c13'],
    live: false,
  },
  {
    name: 'getUser',
    run: ({ auth }) => auth.getUser(),
    as: 'user',
    requests: ['GET /auth/v1/user'],
    live: true,
  },
  {
    name: 'updateUser',
    run: ({ auth }) =>
      auth.updateUser({ email: 'ann@example.org', password: 'battery staple', data: { town: 'Ayr' } }),
    as: 'user',
    requests: ['PUT /auth/v1/user'],
    body: {
      email: 'ann@example.org',
      password: 'battery staple',
      data: { town: 'Ayr' },
      code_challenge: null,
      code_challenge_method: null,
    },
    live: true,
  },
  {
    name: 'reauthenticate',
    run: ({ auth }) => auth.reauthenticate(),
    as: 'user',
    requests: ['GET /auth/v1/reauthenticate'],
    live: true,
  },
  {
    name: 'getClaims of a token with an asymmetric signature',
    run: ({ auth }, { signedToken }) => auth.getClaims(signedToken),
    requests: ['GET /auth/v1/.well-known/jwks.json'],
    live: true,
  },
];
