import { createHmac, timingSafeEqual } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';

/** How long an access token is valid. Each call of the desk (the staff's app) also checks that its session is open. */
export const ACCESS_SECONDS = 15 * 60;

const ALGORITHM = 'HS256';
const AUDIENCE = 'authenticated';

/**
 * An entry of the claim `amr`: how somebody signed in, and when, in seconds since 1970. `otp` is a mailed code or a
 * one-time link; `trial` is a one-time link on a trial (a desk without DESK_URL).
 */
export type AmrEntry = { method: 'otp' | 'trial' | 'passkey' | 'totp'; timestamp: number };

const claimsSchema = z.object({ sub: z.uuid(), session_id: z.uuid(), role: z.literal(AUDIENCE) });

type SessionClaims = { userId: string; email: string; sessionId: string; amr: AmrEntry[] };

export type Tokens = ReturnType<typeof createTokens>;

/** The assurance level: aal2 with an authenticator app's code, else aal1. */
const levelOf = (amr: readonly AmrEntry[]) => (amr.some(({ method }) => method === 'totp') ? 'aal2' : 'aal1');

/**
 * Access tokens (JWTs with the claims that PostgREST expects) and refresh tokens. A refresh token is the session's id
 * and a counter, signed. It is not stored: the session's row has the current counter.
 *
 * @param secret signs both kinds of token
 * @param issuer the URL of the auth API (claim `iss`)
 */
export function createTokens(secret: string, issuer: string) {
  const key = new TextEncoder().encode(secret);

  function sign(text: string): string {
    // The prefix keeps these signatures apart from those of the access tokens.
    return createHmac('sha256', secret).update(`refresh ${text}`).digest('base64url');
  }

  return {
    createAccessToken({ userId, email, sessionId, amr }: SessionClaims): Promise<string> {
      return new SignJWT({
        role: AUDIENCE,
        email,
        aal: levelOf(amr),
        amr,
        session_id: sessionId,
        is_anonymous: false,
      })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setSubject(userId)
        .setAudience(AUDIENCE)
        .setIssuer(issuer)
        .setIssuedAt()
        .setExpirationTime(`${ACCESS_SECONDS}s`)
        .sign(key);
    },
    /** @throws {Error} when the token is not ours or has expired (jose's error), or lacks a claim (zod's) */
    async readAccessToken(token: string) {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        audience: AUDIENCE,
        issuer,
        requiredClaims: ['exp'],
      });
      return { ...payload, ...claimsSchema.parse(payload) };
    },
    createRefreshToken(sessionId: string, counter: number): string {
      const text = `${sessionId}.${counter}`;
      return `${text}.${sign(text)}`;
    },
    readRefreshToken(token: string): { sessionId: string; counter: number } | undefined {
      const [, sessionId, counter, given] = /^([\da-f-]{36})\.(\d{1,9})\.([\w-]{43})$/.exec(token) ?? [];
      if (!sessionId || !counter || !given) return undefined;
      const expected = Buffer.from(sign(`${sessionId}.${counter}`));
      if (!timingSafeEqual(expected, Buffer.from(given))) return undefined;
      return { sessionId, counter: Number(counter) };
    },
  };
}
