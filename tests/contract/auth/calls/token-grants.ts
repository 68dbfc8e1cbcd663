import { CODE_VERIFIER, type Call } from './call.ts';

export const TOKEN_GRANT_CALLS: Call[] = [
  {
    name: 'signInWithPassword with an e-mail address',
    run: ({ auth }, { email, password }) => auth.signInWithPassword({ email, password }),
    requests: ['POST /auth/v1/token?grant_type=password'],
    body: { email: 'ann@example.com', password: 'correct horse', gotrue_meta_security: {} },
    live: true,
  },
  {
    name: 'signInWithPassword with a phone number',
    run: ({ auth }, { phone, password }) => auth.signInWithPassword({ phone, password }),
    requests: ['POST /auth/v1/token?grant_type=password'],
    body: { phone: '+441314960123', password: 'correct horse', gotrue_meta_security: {} },
    live: false,
  },
  {
    name: 'refreshSession',
    run: ({ auth }, { refreshToken }) => auth.refreshSession({ refresh_token: refreshToken }),
    requests: ['POST /auth/v1/token?grant_type=refresh_token'],
    body: { refresh_token: 'refresh-token' },
    live: true,
  },
  {
    name: 'exchangeCodeForSession',
    run: ({ auth }, { authCode }) => auth.exchangeCodeForSession(authCode),
    stored: { '-code-verifier': JSON.stringify(CODE_VERIFIER) },
    requests: ['POST /auth/v1/token?grant_type=pkce'],
    body: { auth_code: 'auth-code', code_verifier: CODE_VERIFIER },
    live: (backend) => backend.createAuthCode(CODE_VERIFIER),
  },
  {
    name: 'signInWithIdToken',
    run: ({ auth }) =>
      auth.signInWithIdToken({
        provider: 'google',
        token: 'id-token',
        access_token: 'access-token',
        nonce: 'nonce',
      }),
    requests: ['POST /auth/v1/token?grant_type=id_token'],
    body: {
      provider: 'google',
      id_token: 'id-token',
      access_token: 'access-token',
      nonce: 'nonce',
      gotrue_meta_security: {},
    },
    live: false,
  },
  {
    name: 'linkIdentity with an ID token',
    run: ({ auth }) => auth.linkIdentity({ provider: 'google', token: 'id-token' }),
    as: 'user',
    requests: ['POST /auth/v1/token?grant_type=id_token'],
    body: { provider: 'google', id_token: 'id-token', link_identity: true, gotrue_meta_security: {} },
    live: false,
  },
  {
    name: 'signInWithWeb3 with Ethereum',
    run: ({ auth }) =>
      auth.signInWithWeb3({ chain: 'ethereum', message: 'I am Ann.', signature: '0x010203' }),
    requests: ['POST /auth/v1/token?grant_type=web3'],
    body: { chain: 'ethereum', message: 'I am Ann.', signature: '0x010203' },
    live: false,
  },
  {
    name: 'signInWithWeb3 with Solana',
    run: ({ auth }) =>
      auth.signInWithWeb3({ chain: 'solana', message: 'I am Ann.', signature: new Uint8Array([1, 2, 3]) }),
    requests: ['POST /auth/v1/token?grant_type=web3'],
    body: { chain: 'solana', message: 'I am Ann.', signature: 'AQID' },
    live: false,
  },
];
