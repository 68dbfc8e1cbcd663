import type { supabase } from '#src/forms/core/supabase.ts';

/** The type of the site's Supabase client. */
export type SiteClient = typeof supabase;

export type Answer = (request: Request) => Response | Promise<Response>;

/** The time in the tests of this folder, in seconds since 1970. It stands still, so limits are tested to the second. */
export const NOW = Math.floor(Date.now() / 1000);

const HOUR_SECONDS = 3600;

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JSON Web Token whose claims can be read, but whose signature is not valid. */
export const createToken = (claims: object): string =>
  `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.${encode({ signature: 'none' })}`;

/** A token with the signature that a Supabase project uses (ES256), and the key set that verifies it. */
export async function createSignedToken(kid: string): Promise<{ token: string; jwks: { keys: object[] } }> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const claims = { sub: USER.id, exp: NOW + HOUR_SECONDS };
  const signed = `${encode({ alg: 'ES256', typ: 'JWT', kid })}.${encode(claims)}`;
  const signature = await crypto.subtle.sign(algorithm, privateKey, Buffer.from(signed));
  const key = await crypto.subtle.exportKey('jwk', publicKey);
  return {
    token: `${signed}.${Buffer.from(signature).toString('base64url')}`,
    jwks: { keys: [{ ...key, kid, alg: 'ES256', use: 'sig' }] },
  };
}

export const USER = {
  id: '0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c11',
  aud: 'authenticated',
  role: 'authenticated',
  email: 'ann@example.com',
  app_metadata: {},
  user_metadata: { town: 'Ayr' },
  created_at: '2026-11-20T12:00:00Z',
};

/** A session in the form in which the auth service sends it and the client stores it. */
export function createSession({
  expiresInSeconds = HOUR_SECONDS,
  refreshToken = 'answered',
  aal = 'aal1',
  user = USER,
} = {}) {
  const expiresAt = NOW + expiresInSeconds;
  return {
    access_token: createToken({ sub: USER.id, exp: expiresAt, aal, of: refreshToken }),
    refresh_token: refreshToken,
    token_type: 'bearer' as const,
    expires_in: expiresInSeconds,
    expires_at: expiresAt,
    user,
  };
}

/** The session in the storage before a call. The response has another one, so that tests see which of them is kept. */
export const STORED = createSession({
  refreshToken: 'stored',
  user: { ...USER, user_metadata: { town: '' } },
});
export const EXPIRED = {
  ...createSession({ refreshToken: 'expired', expiresInSeconds: -1 }),
  user: STORED.user,
};
export const ANSWERED = createSession();
export const ANSWERED_AAL2 = createSession({ aal: 'aal2' });

/** The key set that verifies the tests' signed token. */
export const SIGNED = await createSignedToken('key-1');

const SESSION_PATHS = /^\/(?:signup|verify|token|factors\/[^/]+\/verify)$/;

/** Responds as a full Supabase does on success, as far as the client reads the response. */
export const answerAll: Answer = (request) => {
  const { pathname, origin } = new URL(request.url);
  if (pathname === '/rest/v1/leads') return new Response(null, { status: 201 });
  const path = pathname.replace(/^\/auth\/v1/, '');
  if (path.endsWith('/verify') && path !== '/verify') return Response.json(ANSWERED_AAL2);
  if (SESSION_PATHS.test(path)) return Response.json(ANSWERED);
  if (path === '/.well-known/jwks.json') return Response.json(SIGNED.jwks);
  // A browser stays on its page if a navigation is answered with 204.
  if (['/logout', '/authorize'].includes(path)) return new Response(null, { status: 204 });
  if (path === '/sso' || path === '/user/identities/authorize') {
    return Response.json({ url: `${origin}/elsewhere` });
  }
  if (path.endsWith('/challenge')) return Response.json({ id: 'challenge-1', type: 'totp', expires_at: 0 });
  return Response.json(USER);
};

/** Refuses every request with the JSON body of Supabase's auth service. */
export const refuse =
  (status: number, code = 'refused'): Answer =>
  () =>
    Response.json({ code: status, error_code: code, msg: 'Refused by the test' }, { status });

type Ceremony = { rpId?: string; authenticationRpId?: string; userIdBytes?: number };

/**
 * Answers the requests of a WebAuthn registration and authentication, as a full Supabase does: the first ceremony
 * registers the security key, a later one authenticates with it, and no security key is registered twice.
 */
export function answerSecurityKey({
  rpId = 'localhost',
  authenticationRpId = rpId,
  userIdBytes = 16,
}: Ceremony = {}): Answer {
  const known: { type: string; id: string }[] = [];
  const challenge = Buffer.from('challenge').toString('base64url');
  let type = 'create';
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/factors')) {
      type = 'create';
      return Response.json({ id: 'factor-1', type: 'webauthn', friendly_name: 'Key' });
    }
    if (pathname.endsWith('/challenge')) {
      const create = {
        challenge,
        rp: { id: rpId, name: 'Site' },
        user: { id: Buffer.alloc(userIdBytes, 1).toString('base64url'), name: 'ann', displayName: 'Ann' },
        // ES256 and RS256; the browser warns when one is missing.
        pubKeyCredParams: [-7, -257].map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: known,
      };
      const publicKey =
        type === 'create' ? create : { challenge, rpId: authenticationRpId, allowCredentials: known };
      const webauthn = { type, credential_options: { publicKey } };
      return Response.json({ id: 'challenge-1', type: 'webauthn', webauthn });
    }
    if (pathname.endsWith('/verify')) {
      const { webauthn } = (await request.json()) as { webauthn: { credential_response: { id: string } } };
      known.push({ type: 'public-key', id: webauthn.credential_response.id });
      const session = type === 'create' ? ANSWERED : ANSWERED_AAL2;
      type = 'request';
      return Response.json(session);
    }
    return answerAll(request);
  };
}
