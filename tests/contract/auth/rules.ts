import {
  ANSWERED,
  ANSWERED_AAL2,
  answerAll,
  answerSecurityKey,
  createSession,
  createSignedToken,
  createToken,
  EXPIRED,
  NOW,
  refuse,
  STORED,
  USER,
  type Answer,
  type SiteClient,
} from './simulated-responses.ts';
import { CALLS, CODE_VERIFIER, META, NO_PKCE, type Run } from './calls.ts';
import type { Start } from './client-runtimes.ts';

/** A statement of the firm's specification about the Supabase client, and everything that this client is seen to do. */
export type Rule = {
  /** The test's title: the section of the firm's specification, and what is asserted. */
  rule: string;
  /** The specification's own words, if the client does something else. */
  butSpecified?: string;
  /** The runtime of the test, if it is not Node. The last two have their own checks (`special-checks.ts`). */
  runtime?: 'browser' | 'hidden tab' | 'built page';
  start?: Start;
  /** A session that the test writes into the storage after the client has started, as another tab would. */
  session?: unknown;
  /** The responses of the auth service; by default successes. */
  answer?: () => Answer;
  /** By default `auth.initialize()`. */
  run?: Run;
  /** The time that the test lets pass, with fake timers. */
  passMs?: number;
  /** At least this part of `run`'s result as JSON; by default no error. */
  gives?: unknown;
  /** Every request, with its body if that matters; none by default. */
  requests?: (string | [line: string, body: unknown])[];
  /** When each request was made, in ms since the test began. */
  requestsAtMs?: number[];
  /** The session in the storage after the call; by default the one from before it. */
  stores?: unknown;
  /** Every event except INITIAL_SESSION; none by default. */
  emits?: string[];
  warns?: string[];
};

// A token signed with a key that no other rule uses. The client keeps the keys that it has fetched, and a rule
// below expects that it fetches this one.
const OTHER_SIGNED = await createSignedToken('key-2');

const REFRESH = 'POST /auth/v1/token?grant_type=refresh_token';
const LOGOUT = 'POST /auth/v1/logout?scope=global';
const CREDENTIALS = 'You must provide either an email or phone number and a password';
const ID = USER.id;
const BY_SMS = { data: {}, channel: 'sms', ...META };

/** An error of the client as JSON. */
const error = (name: string, message: string, status?: number, code?: string) => ({
  error: { name, message, ...(status !== undefined && { status }), ...(code !== undefined && { code }) },
});
const refused = (status: number, code: string) => error('AuthApiError', 'Refused by the test', status, code);
const SESSION_MISSING = error('AuthSessionMissingError', 'Auth session missing!', 400);

const SIGNED_OUT = { stores: null, emits: ['SIGNED_OUT'] };
const REFRESH_REFUSED: Partial<Rule> = {
  answer: () => refuse(400, 'refresh_token_not_found'),
  requests: [REFRESH],
};
const REFRESHED: Partial<Rule> = {
  requests: [[REFRESH, { refresh_token: 'expired' }]],
  stores: ANSWERED,
  emits: ['TOKEN_REFRESHED'],
};

const readInitialSession: Run = ({ auth }) =>
  new Promise((resolve) => {
    auth.onAuthStateChange((event, session) => {
      if (event === 'INITIAL_SESSION') resolve(session);
    });
  });
const getSession: Run = ({ auth }) => auth.getSession();
const signOut: Run = ({ auth }) => auth.signOut();
const signIn: Run = ({ auth }) => auth.signInWithPassword({ email: 'ann@example.com', password: 'x' });

const SESSION_RULES: Rule[] = [
  {
    rule: "1: The client keeps an auth session in the browser's local storage",
    run: signIn,
    gives: { data: { session: ANSWERED }, error: null },
    requests: ['POST /auth/v1/token?grant_type=password'],
    stores: ANSWERED,
    emits: ['SIGNED_IN'],
  },
  {
    rule: "1: The client keeps an auth session in the browser's local storage: a reload leaves the user signed in",
    runtime: 'browser',
    start: { items: { '': STORED } },
    run: readInitialSession,
    gives: STORED,
    emits: ['SIGNED_IN'],
  },
  {
    rule: '1: The client refreshes tokens automatically',
    start: { items: { '': createSession({ expiresInSeconds: 300 }) } },
    passMs: 300_000,
    requests: [[REFRESH, { refresh_token: 'answered' }]],
    requestsAtMs: [210_000],
    stores: ANSWERED,
    emits: ['TOKEN_REFRESHED'],
  },
  {
    rule: '4: The event INITIAL_SESSION comes without a session if none is stored',
    run: readInitialSession,
    gives: null,
  },
  {
    rule: '4: The event INITIAL_SESSION comes with the session that is stored',
    start: { items: { '': STORED } },
    run: readInitialSession,
    gives: STORED,
  },
  ...[
    'SIGNED_IN',
    'SIGNED_OUT',
    'TOKEN_REFRESHED',
    'USER_UPDATED',
    'PASSWORD_RECOVERY',
    'MFA_CHALLENGE_VERIFIED',
  ].map((event): Rule => ({
    rule: `4: The client emits the event ${event}`,
    session: STORED,
    // The last call in calls.ts that emits this event.
    ...CALLS.findLast(({ emits }) => emits === event),
    emits: [event],
  })),
  ...(['access_token', 'refresh_token', 'expires_at'] as const).map((field): Rule => ({
    rule: `4: A stored session is valid only with an access token, refresh token and expiry: not without ${field}`,
    session: { ...STORED, [field]: undefined },
    run: getSession,
    gives: { data: { session: null }, error: null },
    ...SIGNED_OUT,
  })),
  {
    rule: '4: A stored session passes as valid with two empty tokens and an expiry of null: the three fields only have to be there',
    butSpecified: 'A stored session is valid only with an access token, refresh token and expiry',
    session: { access_token: '', refresh_token: '', expires_at: null },
    run: getSession,
    gives: { data: { session: { access_token: '', refresh_token: '', expires_at: null } }, error: null },
  },
  {
    rule: '4: A stored session that is not valid is removed, when the page is opened',
    runtime: 'browser',
    start: { items: { '': { access_token: 'alone' } } },
    ...SIGNED_OUT,
  },
  {
    rule: '4: An expired session is refreshed with the refresh token',
    session: EXPIRED,
    run: getSession,
    gives: { data: { session: ANSWERED }, error: null },
    ...REFRESHED,
  },
  {
    rule: '4: An expired session is refreshed with the refresh token, when the page is opened',
    runtime: 'browser',
    start: { items: { '': EXPIRED } },
    ...REFRESHED,
  },
  {
    rule: '4: A non-retryable refresh failure removes the session and emits SIGNED_OUT',
    session: EXPIRED,
    ...REFRESH_REFUSED,
    run: getSession,
    gives: { data: { session: null }, ...refused(400, 'refresh_token_not_found') },
    ...SIGNED_OUT,
  },
  {
    rule: '4: A non-retryable refresh failure removes the session and emits SIGNED_OUT, when the page is opened',
    runtime: 'browser',
    start: { items: { '': EXPIRED } },
    ...REFRESH_REFUSED,
    ...SIGNED_OUT,
  },
  {
    rule: '4: A non-retryable refresh failure does not remove a session that has not expired (the client refreshes a session that has less than 90 seconds left)',
    butSpecified: 'A non-retryable refresh failure removes the session and emits SIGNED_OUT',
    session: createSession({ expiresInSeconds: 89 }),
    ...REFRESH_REFUSED,
    run: getSession,
    gives: { data: { session: createSession({ expiresInSeconds: 89 }) }, error: null },
  },
  {
    rule: '4: A session with 90 seconds left is not refreshed yet',
    session: createSession({ expiresInSeconds: 90 }),
    run: getSession,
    gives: { data: { session: createSession({ expiresInSeconds: 90 }) }, error: null },
  },
  ...[
    '4: A retryable refresh failure does not remove the session',
    '9: Refresh retries wait 200 ms at first, then each time twice as long, for 30 seconds',
  ].map((rule): Rule => ({
    rule,
    session: EXPIRED,
    answer: () => refuse(503),
    passMs: 29_000,
    run: getSession,
    gives: {
      data: { session: null },
      error: { name: 'AuthRetryableFetchError', message: 'Refused by the test', status: 503 },
    },
    requests: Array.from({ length: 8 }, () => REFRESH),
    requestsAtMs: [0, 200, 600, 1400, 3000, 6200, 12_600, 25_400],
  })),
  { rule: '4: Refresh runs while the tab is visible and stops when hidden', runtime: 'hidden tab' },
  {
    rule: '4: A verified second factor raises the assurance level to aal2',
    session: STORED,
    run: async ({ auth }) => {
      const { data: before } = await auth.mfa.getAuthenticatorAssuranceLevel();
      await auth.mfa.verify({ factorId: 'factor-1', challengeId: 'challenge-1', code: '123456' });
      const { data: after } = await auth.mfa.getAuthenticatorAssuranceLevel();
      return [before?.currentLevel, after?.currentLevel];
    },
    gives: ['aal1', 'aal2'],
    requests: ['POST /auth/v1/factors/factor-1/verify'],
    stores: ANSWERED_AAL2,
    emits: ['MFA_CHALLENGE_VERIFIED'],
  },
  ...(
    [
      ['https://abcdefghijklmnop.supabase.co', 'sb-abcdefghijklmnop-auth-token'],
      ['https://backend.example.com', 'sb-backend-auth-token'],
      ['http://localhost:54321', 'sb-localhost-auth-token'],
    ] as const
  ).map(([url, key]): Rule => ({
    rule: `9: The session's storage key is derived from the project's host: ${key} for ${url}`,
    start: { url, items: { '': STORED } },
    run: readInitialSession,
    // The client finds the session that the test has stored under this key.
    gives: STORED,
  })),
];

const SIGN_OUT_RULES: Rule[] = [
  {
    rule: '5: Logout scope must be an allowed value',
    session: STORED,
    run: ({ auth }) => auth.signOut({ scope: 'everywhere' as never }),
    gives: { thrown: '@supabase/auth-js: Parameter scope must be one of global, local, others' },
  },
  {
    rule: '5: Logout scope is global by default',
    session: STORED,
    run: signOut,
    requests: [LOGOUT],
    ...SIGNED_OUT,
  },
  {
    rule: '5: If nobody is signed in, any logout scope is accepted, and nothing is sent',
    butSpecified: 'Logout scope must be an allowed value',
    run: ({ auth }) => auth.signOut({ scope: 'everywhere' as never }),
  },
  ...[401, 403, 404].map((status): Rule => ({
    rule: `8: Logout ignores ${status}: the session is removed`,
    session: STORED,
    answer: () => refuse(status),
    run: signOut,
    requests: [LOGOUT],
    ...SIGNED_OUT,
  })),
  ...[400, 422, 429, 500, 503].map((status): Rule => ({
    rule: `8: Logout does not ignore ${status}: the session stays`,
    session: STORED,
    answer: () => refuse(status),
    run: signOut,
    gives: error(status < 500 ? 'AuthApiError' : 'AuthRetryableFetchError', 'Refused by the test', status),
    requests: [LOGOUT],
  })),
  {
    rule: '8: Logout does not ignore a 404 that is a page, as a host without an auth service answers: the session stays',
    butSpecified: 'Logout ignores 401, 403, 404',
    session: STORED,
    answer: () => () => new Response('<!doctype html>', { status: 404 }),
    run: signOut,
    gives: { error: { name: 'AuthUnknownError' } },
    requests: [LOGOUT],
  },
];

const answerList =
  (link?: string): Answer =>
  () =>
    Response.json(
      { users: [], clients: [] },
      { headers: { 'x-total-count': '450', ...(link !== undefined && { link }) } },
    );
const pageLinks = (next: number, last: number) =>
  `</users?page=${next}>; rel="next", </users?page=${last}>; rel="last"`;

const CALL_RULES: Rule[] = [
  {
    rule: `5: Sign-up needs an e-mail or phone, otherwise '${CREDENTIALS}'`,
    run: ({ auth }) => auth.signUp({ password: 'x' } as never),
    gives: error('AuthInvalidCredentialsError', CREDENTIALS, 400),
  },
  {
    rule: `5: Password sign-in needs an e-mail or phone, otherwise '${CREDENTIALS}'`,
    run: ({ auth }) => auth.signInWithPassword({ password: 'x' } as never),
    gives: error('AuthInvalidCredentialsError', CREDENTIALS, 400),
  },
  {
    rule: '5: The client sends a sign-up and a password sign-in without a password: refusing them is left to the service',
    butSpecified: 'Sign-up and password sign-in need an e-mail or phone plus a password',
    answer: () => refuse(422, 'validation_failed'),
    run: async ({ auth }) => [
      await auth.signUp({ email: 'ann@example.com' } as never),
      await auth.signInWithPassword({ phone: '+441314960123' } as never),
    ],
    gives: [refused(422, 'validation_failed'), refused(422, 'validation_failed')],
    requests: [
      ['POST /auth/v1/signup', { email: 'ann@example.com', data: {}, ...META, ...NO_PKCE }],
      ['POST /auth/v1/token?grant_type=password', { phone: '+441314960123', ...META }],
    ],
  },
  {
    rule: '5: A one-time-code request needs an e-mail or phone',
    run: ({ auth }) => auth.signInWithOtp({} as never),
    gives: error('AuthInvalidCredentialsError', 'You must provide either an email or phone number.', 400),
  },
  {
    rule: '7: Admin lists read x-total-count and link headers',
    answer: () => answerList(pageLinks(3, 9)),
    run: async ({ auth }) => [
      await auth.admin.listUsers({ page: 2 }),
      await auth.admin.oauth.listClients({ page: 2 }),
    ],
    gives: [
      { data: { nextPage: 3, lastPage: 9, total: 450 }, error: null },
      { data: { nextPage: 3, lastPage: 9, total: 450 }, error: null },
    ],
    requests: [
      'GET /auth/v1/admin/users?page=2&per_page=',
      'GET /auth/v1/admin/oauth/clients?page=2&per_page=',
    ],
  },
  {
    rule: '7: Admin lists read only the first digit of a page number in the link header: page 12 becomes 1',
    butSpecified: 'Admin lists read x-total-count and link headers',
    answer: () => answerList(pageLinks(12, 34)),
    run: ({ auth }) => auth.admin.listUsers(),
    gives: { data: { nextPage: 1, lastPage: 3, total: 450 }, error: null },
    requests: ['GET /auth/v1/admin/users?page=&per_page='],
  },
  {
    rule: '7: Admin lists do not read x-total-count without a link header',
    butSpecified: 'Admin lists read x-total-count and link headers',
    answer: () => answerList(),
    run: ({ auth }) => auth.admin.listUsers(),
    gives: { data: { total: 0 }, error: null },
    requests: ['GET /auth/v1/admin/users?page=&per_page='],
  },
  {
    rule: '7: A user is looked up before being deleted (GET /admin/users/{id}); one who is not found is not deleted',
    butSpecified: 'DELETE /admin/users/{id}',
    answer: () => refuse(404, 'user_not_found'),
    run: ({ auth }) => auth.admin.deleteUser('0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c11'),
    gives: refused(404, 'user_not_found'),
    requests: [`GET /auth/v1/admin/users/${ID}`],
  },
  {
    rule: '7: POST /verify takes the code as `token` and the token of a link as `token_hash`; `code` is only sent to verify a second factor',
    butSpecified: 'POST /verify (token or code, type)',
    answer: () => refuse(403, 'otp_expired'),
    run: async ({ auth }) => [
      await auth.verifyOtp({ email: 'ann@example.com', token: '123456', type: 'magiclink' }),
      await auth.verifyOtp({ token_hash: 'hash', type: 'magiclink' }),
    ],
    gives: [refused(403, 'otp_expired'), refused(403, 'otp_expired')],
    requests: [
      ['POST /auth/v1/verify', { email: 'ann@example.com', token: '123456', type: 'magiclink', ...META }],
      ['POST /auth/v1/verify', { token_hash: 'hash', type: 'magiclink', ...META }],
    ],
  },
  {
    rule: '7: The client has more calls than the specification lists: PUT /admin/oauth/clients/{id}, and those for passkeys, recovery codes, custom providers and the consent page of an OAuth server',
    butSpecified: 'The calls that are available in the client',
    run: async ({ auth }) => {
      await auth.admin.oauth.updateClient('client-1', { client_name: 'Valuer' });
      const { passkey, mfa, admin, oauth } = auth;
      return [passkey, mfa.recoveryCodes, admin.customProviders, admin.passkey, oauth].map(
        (group) => Object.keys(group).length > 0,
      );
    },
    gives: [true, true, true, true, true],
    requests: [['PUT /auth/v1/admin/oauth/clients/client-1', { client_name: 'Valuer' }]],
  },
  ...(
    [
      ['getUser', ({ auth }) => auth.getUser()],
      ['updateUser', ({ auth }) => auth.updateUser({ data: {} })],
      ['reauthenticate', ({ auth }) => auth.reauthenticate()],
      ['refreshSession', ({ auth }) => auth.refreshSession()],
      ['setSession', ({ auth }) => auth.setSession({ access_token: '', refresh_token: '' })],
    ] as [string, Run][]
  ).map(([name, run]): Rule => ({
    rule: `8: Without a session, ${name} gives the message 'Auth session missing!'`,
    run,
    gives: SESSION_MISSING,
  })),
  {
    rule: "8: A token whose claims were changed gives the message 'Invalid JWT signature'",
    session: { ...STORED, access_token: OTHER_SIGNED.token },
    answer: () => (request) =>
      request.url.endsWith('/jwks.json') ? Response.json(OTHER_SIGNED.jwks) : answerAll(request),
    run: async ({ auth }) => {
      const valid = await auth.getClaims();
      const { data } = await auth.getSession();
      const [header = '', , signature = ''] = data.session?.access_token.split('.') ?? [];
      const claims = btoa('{"exp":9999999999,"sub":"mallory"}').replace(/=+$/, '');
      return [valid, await auth.getClaims(`${header}.${claims}.${signature}`)];
    },
    gives: [
      { data: { claims: { sub: ID } }, error: null },
      error('AuthInvalidJwtError', 'Invalid JWT signature', 400, 'invalid_jwt'),
    ],
    requests: ['GET /auth/v1/.well-known/jwks.json'],
  },
  {
    rule: '8: An expired token is refused',
    session: { ...STORED, access_token: createToken({ exp: NOW - 1 }) },
    run: ({ auth }) => auth.getClaims(),
    gives: error('AuthInvalidJwtError', 'JWT has expired', 400, 'invalid_jwt'),
  },
  {
    rule: '9: The default channel for signing in by phone is sms',
    answer: () => refuse(422),
    run: async ({ auth }) => [
      await auth.signInWithOtp({ phone: '+441314960123' }),
      await auth.signUp({ phone: '+441314960123', password: 'x' }),
    ],
    gives: [refused(422, 'refused'), refused(422, 'refused')],
    requests: [
      ['POST /auth/v1/otp', { phone: '+441314960123', create_user: true, ...BY_SMS }],
      ['POST /auth/v1/signup', { phone: '+441314960123', password: 'x', ...BY_SMS }],
    ],
  },
  {
    rule: '9: The default flow is implicit, and the site does not override it',
    run: async ({ auth }) => {
      const { data } = await auth.signInWithOAuth({ provider: 'github' });
      const { error } = await auth.resetPasswordForEmail('ann@example.com');
      return { query: new URL(data.url ?? '').search, error };
    },
    gives: { query: '?provider=github', error: null },
    requests: [['POST /auth/v1/recover', { email: 'ann@example.com', ...META, ...NO_PKCE }]],
  },
];

/** The fragment of the URL to which the auth service redirects a user with a session. */
function fragmentOf({ ageSeconds = 0, type = '' } = {}): string {
  const { access_token, refresh_token, expires_in, expires_at } = ANSWERED;
  return `#${new URLSearchParams({
    access_token,
    refresh_token,
    token_type: 'bearer',
    expires_in: String(expires_in),
    expires_at: String(expires_at - ageSeconds),
    ...(type && { type }),
  }).toString()}`;
}

/** A client of the same class as the site's, but set to the PKCE flow. The site's uses the implicit flow. */
const startPkceClient: Run = ({ auth }) => {
  const Client = auth.constructor as new (options: object) => SiteClient['auth'];
  return new Client({ url: `${location.origin}/auth/v1`, flowType: 'pkce', storageKey: 'pkce' }).initialize();
};

const URL_RULES: Rule[] = [
  ...['SIGNED_IN', 'PASSWORD_RECOVERY'].map((event): Rule => ({
    rule: `4: The client emits the event ${event} for a session in the URL`,
    runtime: 'browser',
    start: { urlEnd: fragmentOf({ type: event === 'SIGNED_IN' ? '' : 'recovery' }) },
    run: async ({ auth }) => [await auth.initialize(), location.hash],
    gives: [{ error: null }, ''],
    requests: ['GET /auth/v1/user'],
    stores: ANSWERED,
    emits: [event],
  })),
  ...[
    'identity_already_exists',
    'identity_not_found',
    'single_identity_not_deletable',
    'otp_expired',
    'access_denied',
    'unexpected_failure',
  ].map((code, index): Rule => ({
    rule: `8: The error ${code} in the URL keeps the session`,
    ...(index > 2 && { butSpecified: 'Other URL-callback errors remove the session' }),
    runtime: 'browser',
    start: {
      urlEnd: `#error=server_error&error_code=${code}&error_description=Told+by+the+URL`,
      items: { '': STORED },
    },
    gives: {
      error: {
        name: 'AuthImplicitGrantRedirectError',
        message: 'Told by the URL',
        details: { error: 'server_error', code },
      },
    },
  })),
  {
    rule: "8: A URL with an access token alone gives the message 'No session defined in URL'",
    runtime: 'browser',
    start: { urlEnd: '#access_token=alone' },
    gives: error('AuthImplicitGrantRedirectError', 'No session defined in URL'),
  },
  {
    rule: "8: A URL with a code of the PKCE flow gives the message 'Not a valid implicit grant flow url.'",
    runtime: 'browser',
    start: { urlEnd: '?code=auth-code', items: { '-code-verifier': CODE_VERIFIER } },
    gives: error('AuthImplicitGrantRedirectError', 'Not a valid implicit grant flow url.'),
  },
  {
    rule: "8: A URL with an access token gives the message 'Not a valid PKCE flow url.' in a client that is set to the PKCE flow (the site's is not)",
    runtime: 'browser',
    start: { urlEnd: '#access_token=token' },
    run: startPkceClient,
    gives: error('AuthPKCEGrantCodeExchangeError', 'Not a valid PKCE flow url.'),
  },
  {
    rule: "8: The message 'No code detected.' is in the client but never shown: a URL with an empty code is not taken for a callback",
    butSpecified: "The message 'No code detected.'",
    runtime: 'browser',
    start: { urlEnd: '?code=' },
    run: async ({ auth }) => {
      localStorage.setItem('pkce-code-verifier', '"verifier"');
      const Client = auth.constructor as new (options: object) => SiteClient['auth'];
      const client = new Client({ url: location.origin, flowType: 'pkce', storageKey: 'pkce' });
      const source = String(Client) + String(Object.getPrototypeOf(Client));
      return { ...(await client.initialize()), hasMessage: source.includes('No code detected.') };
    },
    gives: { error: null, hasMessage: true },
  },
  ...[119, 120, 121].map((ageSeconds): Rule => ({
    rule: `9: A URL-delivered session issued ${ageSeconds} s ago gives ${ageSeconds < 120 ? 'no' : 'a'} warning`,
    ...(ageSeconds === 120 && {
      butSpecified: 'A URL-delivered session issued over 120 s ago gives a warning',
    }),
    runtime: 'browser',
    start: { urlEnd: fragmentOf({ ageSeconds }) },
    requests: ['GET /auth/v1/user'],
    stores: ANSWERED,
    emits: ['SIGNED_IN'],
    warns:
      ageSeconds < 120 ? [] : ['Session as retrieved from URL was issued over 120s ago, URL could be stale'],
  })),
];

const FACTORS = 'POST /auth/v1/factors';
const CHALLENGE = `${FACTORS}/factor-1/challenge`;
const VERIFY = `${FACTORS}/factor-1/verify`;
const keyError = (name: string, message: string, code: string) => ({ error: { name, message, code } });

const register: Run = ({ auth }) => auth.mfa.webauthn.register({ friendlyName: 'Key' });
const registerAndAuthenticate: Run = async ({ auth }) => [
  await auth.mfa.webauthn.register({ friendlyName: 'Key' }),
  await auth.mfa.webauthn.authenticate({ factorId: 'factor-1' }),
];

const REGISTERED = { stores: ANSWERED, emits: ['MFA_CHALLENGE_VERIFIED'] };
const REGISTRATION = [FACTORS, CHALLENGE, VERIFY];
const INVALID_RP_ID = keyError(
  'SecurityError',
  'The RP ID "example.com" is invalid for this domain',
  'ERROR_INVALID_RP_ID',
);
const USER_ID_ERROR = keyError(
  'TypeError',
  'User ID was not between 1 and 64 characters',
  'ERROR_INVALID_USER_ID_LENGTH',
);

/** A page with a virtual security key that confirms every request. */
const WITH_KEY = {
  runtime: 'browser',
  start: { hostname: 'localhost', hasSecurityKey: true },
  session: STORED,
  answer: () => answerSecurityKey(),
} as const;

const SECURITY_KEY_RULES: Rule[] = [
  ...[1, 64].map((userIdBytes): Rule => ({
    rule: `9: A WebAuthn user id has 1 to 64 bytes: ${userIdBytes} accepted`,
    ...WITH_KEY,
    answer: () => answerSecurityKey({ userIdBytes }),
    run: register,
    requests: REGISTRATION,
    ...REGISTERED,
  })),
  {
    rule: '9: A WebAuthn user id has 1 to 64 bytes: 65 refused',
    ...WITH_KEY,
    answer: () => answerSecurityKey({ userIdBytes: 65 }),
    run: register,
    gives: USER_ID_ERROR,
    requests: REGISTRATION.slice(0, 2),
  },
  {
    rule: '9: The client passes on an empty WebAuthn user id without checking its length; if the browser refuses it, the client gives an error of its own',
    butSpecified: 'WebAuthn user id 1 to 64 bytes',
    ...WITH_KEY,
    start: {
      ...WITH_KEY.start,
      prepare: () => {
        navigator.credentials.create = (options) => {
          const { byteLength } = options?.publicKey?.user.id as ArrayBuffer;
          return Promise.reject(new TypeError(`Asked for ${byteLength} bytes`));
        };
      },
    },
    answer: () => answerSecurityKey({ userIdBytes: 0 }),
    run: async ({ auth }) => {
      const { error } = await auth.mfa.webauthn.register({ friendlyName: 'Key' });
      return { error, cause: (error?.cause as Error).message };
    },
    gives: { ...USER_ID_ERROR, cause: 'Asked for 0 bytes' },
    requests: REGISTRATION.slice(0, 2),
  },
  ...(
    [
      [
        'ceremony aborted',
        {
          run: ({ auth }) =>
            auth.mfa.webauthn.register({ friendlyName: 'Key', webauthn: { signal: AbortSignal.abort() } }),
        },
        keyError('AbortError', 'Registration ceremony was sent an abort signal', 'ERROR_CEREMONY_ABORTED'),
      ],
      ['invalid RP ID', { answer: () => answerSecurityKey({ rpId: 'example.com' }) }, INVALID_RP_ID],
      [
        'invalid domain',
        { start: { ...WITH_KEY.start, hostname: '127.0.0.1' } },
        keyError('SecurityError', '127.0.0.1 is an invalid domain', 'ERROR_INVALID_DOMAIN'),
      ],
    ] as [string, Partial<Rule>, unknown][]
  ).map(([name, setUp, gives]): Rule => ({
    rule: `8: The client reports the WebAuthn error "${name}"`,
    ...WITH_KEY,
    run: register,
    ...setUp,
    gives,
    requests: REGISTRATION.slice(0, 2),
  })),
  {
    rule: '8: The client reports the WebAuthn error "authenticator previously registered"',
    ...WITH_KEY,
    run: async ({ auth }) => [
      await auth.mfa.webauthn.register({ friendlyName: 'Key' }),
      await auth.mfa.webauthn.register({ friendlyName: 'Key' }),
    ],
    gives: [
      { error: null },
      keyError(
        'InvalidStateError',
        'The authenticator was previously registered',
        'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED',
      ),
    ],
    requests: [...REGISTRATION, ...REGISTRATION.slice(0, 2)],
    ...REGISTERED,
  },
  {
    rule: '8: The client reports the WebAuthn error "unsupported browser"',
    ...WITH_KEY,
    start: {
      ...WITH_KEY.start,
      prepare: () => {
        Reflect.deleteProperty(window, 'PublicKeyCredential');
      },
    },
    run: register,
    gives: error('AuthUnknownError', 'Browser does not support WebAuthn'),
  },
  {
    rule: '8: On authentication, the client reports the WebAuthn error "ceremony aborted"',
    ...WITH_KEY,
    run: async ({ auth }) => [
      await auth.mfa.webauthn.register({ friendlyName: 'Key' }),
      await auth.mfa.webauthn.authenticate({
        factorId: 'factor-1',
        webauthn: { signal: AbortSignal.abort() },
      }),
    ],
    gives: [
      { error: null },
      keyError('AbortError', 'Authentication ceremony was sent an abort signal', 'ERROR_CEREMONY_ABORTED'),
    ],
    requests: [...REGISTRATION, CHALLENGE],
    ...REGISTERED,
  },
  {
    rule: '8: On authentication, the client reports the WebAuthn error "invalid RP ID"',
    ...WITH_KEY,
    answer: () => answerSecurityKey({ authenticationRpId: 'example.com' }),
    run: registerAndAuthenticate,
    gives: [{ error: null }, INVALID_RP_ID],
    requests: [...REGISTRATION, CHALLENGE],
    ...REGISTERED,
  },
  {
    rule: '4: A verified second factor raises the assurance level to aal2: with a security key',
    ...WITH_KEY,
    run: registerAndAuthenticate,
    gives: [{ error: null }, { error: null, data: { access_token: ANSWERED_AAL2.access_token } }],
    requests: [...REGISTRATION, CHALLENGE, VERIFY],
    stores: ANSWERED_AAL2,
    emits: ['MFA_CHALLENGE_VERIFIED', 'MFA_CHALLENGE_VERIFIED'],
  },
  {
    rule: '8: An island whose script cannot be loaded shows no message: the form keeps working as without scripts, and there is no client-side router',
    butSpecified: "Router fallback shows 'Unexpected Application Error!'",
    runtime: 'built page',
  },
];

export const RULES = [
  ...SESSION_RULES,
  ...SIGN_OUT_RULES,
  ...CALL_RULES,
  ...URL_RULES,
  ...SECURITY_KEY_RULES,
];
