/** What a token says. `exp` is in seconds since 1970. */
export type Claims = { exp: number; aal?: 'aal1' | 'aal2' } & Record<string, unknown>;

const HOUR_SECONDS = 3600;

export const nowInSeconds = (): number => Math.floor(Date.now() / 1000);

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token that can be read; nobody has signed it. */
export function createToken(claims: Claims): string {
  return `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.${encode({ signature: 'none' })}`;
}

/** A token that is signed as a Supabase project signs, and the key set with which that is checked. */
export async function createSignedToken(
  kid: string,
  claims: Claims = { exp: nowInSeconds() + HOUR_SECONDS },
): Promise<{ token: string; jwks: { keys: object[] } }> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
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
  user_metadata: {},
  created_at: '2026-11-20T12:00:00Z',
};

/** A session as the auth service answers with it, and as the client stores it. */
export function createSession({
  expiresInSeconds = HOUR_SECONDS,
  refreshToken = 'refresh-token',
  aal = 'aal1',
}: { expiresInSeconds?: number; refreshToken?: string; aal?: 'aal1' | 'aal2' } = {}) {
  const expiresAt = nowInSeconds() + expiresInSeconds;
  return {
    access_token: createToken({ sub: USER.id, exp: expiresAt, aal }),
    refresh_token: refreshToken,
    token_type: 'bearer' as const,
    expires_in: expiresInSeconds,
    expires_at: expiresAt,
    user: USER,
  };
}
