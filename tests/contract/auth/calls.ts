import { ANSWERED, ANSWERED_AAL2, SIGNED, STORED, USER, type SiteClient } from './simulated-responses.ts';
import type { LiveBackend } from './live-backend.ts';

export const CODE_VERIFIER = 'code-verifier-of-the-tests-which-is-long-enough';

/**
 * The arguments of the calls to the recording server. For the live backend (`live-backend.ts`), the test replaces some
 * of them with those of a real account.
 */
export const GIVEN = {
  email: USER.email,
  password: 'correct horse',
  phone: '+441314960123',
  code: '123456',
  tokenHash: 'token-hash',
  authCode: 'auth-code',
  accessToken: STORED.access_token,
  refreshToken: 'stored',
  signedToken: SIGNED.token,
  userId: USER.id,
  /** The id of a provider, an identity or a factor. A UUID, because `admin.mfa.deleteFactor` refuses other ids. */
  otherId: '0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c12',
};
export type Given = typeof GIVEN;

/** Runs in Node, or is sent to a browser as text, so it may use only its arguments. */
export type Run = (client: SiteClient, given: Given) => unknown;

type Details = {
  run: Run;
  /** The body of the last request. */
  body?: Record<string, unknown>;
  /** The event that the call emits. It determines what is stored afterwards. */
  emits?:
    | 'SIGNED_IN'
    | 'SIGNED_OUT'
    | 'TOKEN_REFRESHED'
    | 'USER_UPDATED'
    | 'PASSWORD_RECOVERY'
    | 'MFA_CHALLENGE_VERIFIED';
  /**
   * The stored session after the call: by default that of the response if an event is emitted, or none after
   * SIGNED_OUT.
   */
  stores?: object | null;
  as?: 'user';
  /** Items in the local storage. Each name is what follows the client's storage key: '' for the session itself. */
  items?: Record<string, unknown>;
  /** The browser navigates to the URL. The request lacks the client's headers, so the test does not check them. */
  isNavigation?: true;
  /** Whether this repository's server ("embedded server" in docs/backend.md) answers the call. */
  isEmbedded?: true;
  /** The live backend's response: success (true, or a function that prepares the call), or a status and error code. */
  live?: true | string | ((backend: LiveBackend) => Promise<Partial<Given>>);
};

/**
 * @param name the call, and what is special about it
 * @param requests method, path and query, below the path of the group
 */
const row = (name: string, requests: string | string[], details: Details) => ({
  name,
  requests: [requests].flat(),
  ...details,
});

type Group = {
  heading: string;
  path: string;
  /** The credentials: the site's publishable key (default), those of a signed-in user, or a secret key. */
  as?: 'user' | 'admin';
  /** The status and code with which the live backend refuses the calls of the group that it does not support. */
  refusal: string;
  rows: ReturnType<typeof row>[];
};

const REDIRECT = 'redirect_to=http%3A%2F%2F127.0.0.1%2Fwelcome';
const { email, phone, password, userId, otherId } = GIVEN;
export const NO_PKCE = { code_challenge: null, code_challenge_method: null };
export const META = { gotrue_meta_security: {} };
const WITH_CAPTCHA = { gotrue_meta_security: { captcha_token: 'captcha' } };
const DATA = { data: { town: 'Ayr' } };

/** Every call of the Supabase client that section 7 of the firm's specification lists. */
const GROUPS: Group[] = [
  {
    heading: 'Data, functions, storage, realtime',
    path: '',
    refusal: '404 not found',
    rows: [
      row("from('leads').insert", 'POST /rest/v1/leads', {
        run: (client) =>
          client
            .from('leads')
            .insert({ name: 'Iain', phone: '0131 496 0123', message: 'Hi', source: 'chat_widget' }),
        body: { name: 'Iain', phone: '0131 496 0123', message: 'Hi', source: 'chat_widget' },
        isEmbedded: true,
        live: true,
      }),
      row("functions.invoke('send-email')", 'POST /functions/v1/send-email', {
        run: (client) =>
          client.functions.invoke('send-email', { body: { name: 'Iain', source: 'chat_widget' } }),
        body: { name: 'Iain', source: 'chat_widget' },
        isEmbedded: true,
        live: '404 FunctionsHttpError',
      }),
      row('storage.listBuckets', 'GET /storage/v1/bucket', {
        run: (client) => client.storage.listBuckets(),
        live: '500 StorageApiError',
      }),
      row('channel.subscribe', 'GET /realtime/v1/websocket?apikey=sb_publishable_of-the-tests&vsn=2.0.0', {
        run: (client) => void client.channel('leads').subscribe(),
        live: 'no answer',
      }),
    ],
  },
  {
    heading: 'Sign up',
    path: '/auth/v1',
    refusal: '422 anonymous_provider_disabled',
    rows: [
      row('signUp with an e-mail address', `POST /signup?${REDIRECT}`, {
        run: ({ auth }, { email, password }) =>
          auth.signUp({
            email,
            password,
            options: {
              data: { town: 'Ayr' },
              captchaToken: 'captcha',
              emailRedirectTo: 'http://127.0.0.1/welcome',
            },
          }),
        body: { email, password, ...DATA, ...WITH_CAPTCHA, ...NO_PKCE },
        emits: 'SIGNED_IN',
        live: (backend) => backend.createNewcomer(),
      }),
      row('signUp with a phone number', 'POST /signup', {
        run: ({ auth }, { phone, password }) => auth.signUp({ phone, password }),
        body: { phone, password, data: {}, channel: 'sms', ...META },
        emits: 'SIGNED_IN',
      }),
      row('signUp with a phone number, by WhatsApp', 'POST /signup', {
        run: ({ auth }, { phone, password }) =>
          auth.signUp({ phone, password, options: { channel: 'whatsapp' } }),
        body: { phone, password, data: {}, channel: 'whatsapp', ...META },
        emits: 'SIGNED_IN',
      }),
      row('signInAnonymously', 'POST /signup', {
        run: ({ auth }) =>
          auth.signInAnonymously({ options: { data: { town: 'Ayr' }, captchaToken: 'captcha' } }),
        body: { ...DATA, ...WITH_CAPTCHA },
        emits: 'SIGNED_IN',
      }),
    ],
  },
  {
    heading: 'Token grants',
    path: '/auth/v1/token?grant_type=',
    refusal: '400 invalid_credentials',
    rows: [
      row('signInWithPassword with an e-mail address', 'POST password', {
        run: ({ auth }, { email, password }) => auth.signInWithPassword({ email, password }),
        body: { email, password, ...META },
        emits: 'SIGNED_IN',
        live: true,
      }),
      row('signInWithPassword with a phone number', 'POST password', {
        run: ({ auth }, { phone, password }) => auth.signInWithPassword({ phone, password }),
        body: { phone, password, ...META },
        emits: 'SIGNED_IN',
        live: '400 validation_failed',
      }),
      row('refreshSession', 'POST refresh_token', {
        run: ({ auth }, { refreshToken }) => auth.refreshSession({ refresh_token: refreshToken }),
        body: { refresh_token: 'stored' },
        emits: 'TOKEN_REFRESHED',
        live: true,
      }),
      row('exchangeCodeForSession', 'POST pkce', {
        run: ({ auth }, { authCode }) => auth.exchangeCodeForSession(authCode),
        body: { auth_code: 'auth-code', code_verifier: CODE_VERIFIER },
        emits: 'SIGNED_IN',
        items: { '-code-verifier': CODE_VERIFIER },
        live: (backend) => backend.createAuthCode(CODE_VERIFIER),
      }),
      row('exchangeCodeForSession after a request for a new password', 'POST pkce', {
        run: ({ auth }, { authCode }) => auth.exchangeCodeForSession(authCode),
        body: { auth_code: 'auth-code', code_verifier: CODE_VERIFIER },
        emits: 'PASSWORD_RECOVERY',
        items: { '-code-verifier': `${CODE_VERIFIER}/recovery` },
        live: (backend) => backend.createAuthCode(CODE_VERIFIER),
      }),
      row('signInWithIdToken', 'POST id_token', {
        run: ({ auth }) =>
          auth.signInWithIdToken({
            provider: 'google',
            token: 'id-token',
            access_token: 'access',
            nonce: 'nonce',
          }),
        body: { provider: 'google', id_token: 'id-token', access_token: 'access', nonce: 'nonce', ...META },
        emits: 'SIGNED_IN',
      }),
      row('linkIdentity with an ID token', 'POST id_token', {
        run: ({ auth }) => auth.linkIdentity({ provider: 'google', token: 'id-token' }),
        body: { provider: 'google', id_token: 'id-token', link_identity: true, ...META },
        emits: 'USER_UPDATED',
        as: 'user',
      }),
      row('signInWithWeb3 with Ethereum', 'POST web3', {
        run: ({ auth }) =>
          auth.signInWithWeb3({ chain: 'ethereum', message: 'I am Ann.', signature: '0x010203' }),
        body: { chain: 'ethereum', message: 'I am Ann.', signature: '0x010203' },
        emits: 'SIGNED_IN',
      }),
      row('signInWithWeb3 with Solana', 'POST web3', {
        run: ({ auth }) =>
          auth.signInWithWeb3({
            chain: 'solana',
            message: 'I am Ann.',
            signature: new Uint8Array([1, 2, 3]),
          }),
        body: { chain: 'solana', message: 'I am Ann.', signature: 'AQID' },
        emits: 'SIGNED_IN',
      }),
    ],
  },
  {
    heading: 'Codes and links',
    path: '/auth/v1',
    refusal: '400 validation_failed',
    rows: [
      row('signInWithOtp with an e-mail address', 'POST /otp', {
        run: ({ auth }, { email }) =>
          auth.signInWithOtp({ email, options: { shouldCreateUser: false, data: { town: 'Ayr' } } }),
        body: { email, ...DATA, create_user: false, ...META, ...NO_PKCE },
        live: true,
      }),
      row('signInWithOtp with a phone number', 'POST /otp', {
        run: ({ auth }, { phone }) => auth.signInWithOtp({ phone }),
        body: { phone, data: {}, create_user: true, channel: 'sms', ...META },
      }),
      row('verifyOtp with a code by e-mail', 'POST /verify', {
        run: ({ auth }, { email, code }) => auth.verifyOtp({ email, token: code, type: 'magiclink' }),
        body: { email, token: '123456', type: 'magiclink', ...META },
        emits: 'SIGNED_IN',
        live: (backend) => backend.askForCode(),
      }),
      row('verifyOtp with a code by phone', 'POST /verify', {
        run: ({ auth }, { phone, code }) => auth.verifyOtp({ phone, token: code, type: 'sms' }),
        body: { phone, token: '123456', type: 'sms', ...META },
        emits: 'SIGNED_IN',
      }),
      row("verifyOtp with a link's token", 'POST /verify', {
        run: ({ auth }, { tokenHash }) => auth.verifyOtp({ token_hash: tokenHash, type: 'magiclink' }),
        body: { token_hash: 'token-hash', type: 'magiclink', ...META },
        emits: 'SIGNED_IN',
        live: (backend) => backend.askForCode(),
      }),
      row('verifyOtp with the token of a recovery link', 'POST /verify', {
        run: ({ auth }, { tokenHash }) => auth.verifyOtp({ token_hash: tokenHash, type: 'recovery' }),
        body: { token_hash: 'token-hash', type: 'recovery', ...META },
        emits: 'PASSWORD_RECOVERY',
        live: '403 otp_expired',
      }),
      row('resend with an e-mail address', 'POST /resend', {
        run: ({ auth }, { email }) => auth.resend({ type: 'signup', email }),
        body: { email, type: 'signup', ...META, ...NO_PKCE },
        live: true,
      }),
      row('resend with a phone number', 'POST /resend', {
        run: ({ auth }, { phone }) => auth.resend({ type: 'sms', phone }),
        body: { phone, type: 'sms', ...META },
        live: true,
      }),
      row('resetPasswordForEmail', `POST /recover?${REDIRECT}`, {
        run: ({ auth }, { email }) =>
          auth.resetPasswordForEmail(email, { redirectTo: 'http://127.0.0.1/welcome' }),
        body: { email, ...META, ...NO_PKCE },
        live: true,
      }),
      row('signInWithSSO with a provider', 'POST /sso', {
        run: ({ auth }, { otherId }) => auth.signInWithSSO({ providerId: otherId }),
        body: { provider_id: otherId, skip_http_redirect: true, ...NO_PKCE },
        live: '401 no_authorization',
      }),
      row('signInWithSSO with a domain', 'POST /sso', {
        run: ({ auth }) => auth.signInWithSSO({ domain: 'example.com' }),
        body: { domain: 'example.com', skip_http_redirect: true, ...NO_PKCE },
        live: '401 no_authorization',
      }),
      row('signInWithOAuth', `GET /authorize?provider=github&${REDIRECT}&scopes=read%3Auser`, {
        run: ({ auth }) =>
          auth.signInWithOAuth({
            provider: 'github',
            options: { scopes: 'read:user', redirectTo: 'http://127.0.0.1/welcome' },
          }),
        isNavigation: true,
        live: true,
      }),
      row('getClaims of a token with an asymmetric signature', 'GET /.well-known/jwks.json', {
        run: ({ auth }, { signedToken }) => auth.getClaims(signedToken),
        // The live backend answers with an empty key set, so the client then asks for the token's user, and is refused.
        live: '200 no_authorization',
      }),
      row('setSession', 'GET /user', {
        run: ({ auth }, { accessToken, refreshToken }) =>
          auth.setSession({ access_token: accessToken, refresh_token: refreshToken }),
        emits: 'SIGNED_IN',
        stores: { ...STORED, user: USER },
        live: true,
      }),
    ],
  },
  {
    heading: 'User, identities and log-out',
    path: '/auth/v1',
    as: 'user',
    refusal: '404 AuthUnknownError',
    rows: [
      row('getUser', 'GET /user', {
        run: ({ auth }) => auth.getUser(),
        live: true,
      }),
      row('updateUser', 'PUT /user', {
        run: ({ auth }) =>
          auth.updateUser({ email: 'ann@example.org', password: 'battery staple', data: { town: 'Ayr' } }),
        body: { email: 'ann@example.org', password: 'battery staple', ...DATA, ...NO_PKCE },
        emits: 'USER_UPDATED',
        stores: { ...STORED, user: USER },
        live: (backend) => backend.createUser(),
      }),
      row('reauthenticate', 'GET /reauthenticate', {
        run: ({ auth }) => auth.reauthenticate(),
        live: true,
      }),
      row(
        'linkIdentity with a provider',
        'GET /user/identities/authorize?provider=github&skip_http_redirect=true',
        {
          run: ({ auth }) => auth.linkIdentity({ provider: 'github' }),
          live: '200 AuthRetryableFetchError',
        },
      ),
      row('unlinkIdentity', `DELETE /user/identities/${otherId}`, {
        run: ({ auth }, { otherId }) =>
          auth.unlinkIdentity({ id: '1', user_id: '2', identity_id: otherId, provider: 'github' }),
      }),
      row('signOut everywhere', 'POST /logout?scope=global', {
        run: ({ auth }) => auth.signOut(),
        emits: 'SIGNED_OUT',
        live: true,
      }),
      row('signOut here', 'POST /logout?scope=local', {
        run: ({ auth }) => auth.signOut({ scope: 'local' }),
        emits: 'SIGNED_OUT',
        live: true,
      }),
      row('signOut everywhere else', 'POST /logout?scope=others', {
        run: ({ auth }) => auth.signOut({ scope: 'others' }),
        live: true,
      }),
    ],
  },
  {
    heading: 'Second factors',
    path: '/auth/v1/factors',
    as: 'user',
    refusal: '404 AuthUnknownError',
    rows: [
      row('mfa.enroll an authenticator app', 'POST ', {
        run: ({ auth }) =>
          auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone app', issuer: 'example.com' }),
        body: { friendly_name: 'Phone app', factor_type: 'totp', issuer: 'example.com' },
      }),
      row('mfa.enroll a phone number', 'POST ', {
        run: ({ auth }, { phone }) =>
          auth.mfa.enroll({ factorType: 'phone', friendlyName: 'My phone', phone }),
        body: { friendly_name: 'My phone', factor_type: 'phone', phone },
      }),
      row('mfa.enroll a security key', 'POST ', {
        run: ({ auth }) => auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'My key' }),
        body: { friendly_name: 'My key', factor_type: 'webauthn' },
      }),
      row('mfa.unenroll', 'DELETE /factor-1', {
        run: ({ auth }) => auth.mfa.unenroll({ factorId: 'factor-1' }),
      }),
      row('mfa.challenge', 'POST /factor-1/challenge', {
        run: ({ auth }) => auth.mfa.challenge({ factorId: 'factor-1' }),
        body: { factorId: 'factor-1' },
      }),
      row('mfa.verify with a code', 'POST /factor-1/verify', {
        run: ({ auth }) =>
          auth.mfa.verify({ factorId: 'factor-1', challengeId: 'challenge-1', code: '123456' }),
        body: { challenge_id: 'challenge-1', code: '123456' },
        emits: 'MFA_CHALLENGE_VERIFIED',
        stores: ANSWERED_AAL2,
      }),
      row('mfa.verify with a security key', 'POST /factor-1/verify', {
        run: ({ auth }) =>
          auth.mfa.verify({
            factorId: 'factor-1',
            challengeId: 'challenge-1',
            webauthn: {
              type: 'request',
              rpId: 'localhost',
              rpOrigins: ['http://localhost'],
              // The parts of a browser authenticator's response that the client reads.
              credential_response: { toJSON: () => ({ id: 'credential-1' }) } as never,
            },
          }),
        body: {
          challenge_id: 'challenge-1',
          webauthn: {
            type: 'request',
            rpId: 'localhost',
            rpOrigins: ['http://localhost'],
            credential_response: { id: 'credential-1' },
          },
        },
        emits: 'MFA_CHALLENGE_VERIFIED',
        stores: ANSWERED_AAL2,
      }),
    ],
  },
  {
    heading: 'Administration',
    path: '/auth/v1',
    as: 'admin',
    // The live backend has no administration, so it refuses every key. The test calls it with the publishable one.
    refusal: '401 no_authorization',
    rows: [
      row('admin.inviteUserByEmail', `POST /invite?${REDIRECT}`, {
        run: ({ auth }, { email }) =>
          auth.admin.inviteUserByEmail(email, {
            data: { town: 'Ayr' },
            redirectTo: 'http://127.0.0.1/welcome',
          }),
        body: { email, ...DATA },
      }),
      row('admin.generateLink', 'POST /admin/generate_link', {
        run: ({ auth }, { email }) =>
          auth.admin.generateLink({ type: 'email_change_new', email, newEmail: 'ann@example.org' }),
        body: { type: 'email_change_new', email, new_email: 'ann@example.org' },
      }),
      row('admin.createUser', 'POST /admin/users', {
        run: ({ auth }, { email }) => auth.admin.createUser({ email, email_confirm: true }),
        body: { email, email_confirm: true },
      }),
      row('admin.listUsers', 'GET /admin/users?page=2&per_page=50', {
        run: ({ auth }) => auth.admin.listUsers({ page: 2, perPage: 50 }),
      }),
      row('admin.getUserById', `GET /admin/users/${userId}`, {
        run: ({ auth }, { userId }) => auth.admin.getUserById(userId),
      }),
      row('admin.updateUserById', `PUT /admin/users/${userId}`, {
        run: ({ auth }, { userId }) => auth.admin.updateUserById(userId, { email: 'ann@example.org' }),
        body: { email: 'ann@example.org' },
      }),
      row('admin.deleteUser', [`GET /admin/users/${userId}`, `DELETE /admin/users/${userId}`], {
        run: ({ auth }, { userId }) => auth.admin.deleteUser(userId, true),
        body: { should_soft_delete: true },
      }),
      row('admin.mfa.listFactors', `GET /admin/users/${userId}/factors`, {
        run: ({ auth }, { userId }) => auth.admin.mfa.listFactors({ userId }),
      }),
      row('admin.mfa.deleteFactor', `DELETE /admin/users/${userId}/factors/${otherId}`, {
        run: ({ auth }, { userId, otherId }) => auth.admin.mfa.deleteFactor({ userId, id: otherId }),
      }),
      row('admin.oauth.listClients', 'GET /admin/oauth/clients?page=2&per_page=50', {
        run: ({ auth }) => auth.admin.oauth.listClients({ page: 2, perPage: 50 }),
      }),
      row('admin.oauth.createClient', 'POST /admin/oauth/clients', {
        run: ({ auth }) =>
          auth.admin.oauth.createClient({
            client_name: 'Valuer',
            redirect_uris: ['https://valuer.example/callback'],
          }),
        body: { client_name: 'Valuer', redirect_uris: ['https://valuer.example/callback'] },
      }),
      row('admin.oauth.getClient', 'GET /admin/oauth/clients/client-1', {
        run: ({ auth }) => auth.admin.oauth.getClient('client-1'),
      }),
      row('admin.oauth.deleteClient', 'DELETE /admin/oauth/clients/client-1', {
        run: ({ auth }) => auth.admin.oauth.deleteClient('client-1'),
      }),
      row('admin.oauth.regenerateClientSecret', 'POST /admin/oauth/clients/client-1/regenerate_secret', {
        run: ({ auth }) => auth.admin.oauth.regenerateClientSecret('client-1'),
      }),
    ],
  },
];

export const CALLS = GROUPS.flatMap(({ rows, path, heading, as, refusal }) =>
  rows.map((call) => ({
    heading,
    as,
    live: refusal,
    stores: call.emits === 'SIGNED_OUT' ? null : call.emits && ANSWERED,
    ...call,
    requests: call.requests.map((line) => line.replace(' ', ` ${path}`)),
  })),
);
export type Call = (typeof CALLS)[number];
