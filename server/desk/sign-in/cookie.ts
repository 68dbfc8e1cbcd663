import { createHash, randomBytes } from 'node:crypto';
import type { Context } from 'hono';

/** 32 random bytes in base64url. */
const TOKEN = /^[\w-]{43}$/;

/** The longest time for which browsers keep a cookie. The session itself ends earlier, on the server. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

export const createToken = (): string => randomBytes(32).toString('base64url');

/** What the database stores of a token. It needs no key, because nobody can try all tokens. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

export type SessionCookie = ReturnType<typeof createSessionCookie>;

/**
 * The cookie that has a session's token. With https, its prefix makes browsers take it only from the desk's own host. On
 * a trial, over plain http on the loopback, it has neither the prefix nor `Secure`: Safari refuses both there.
 */
export function createSessionCookie(deskUrl: string) {
  const isSecure = new URL(deskUrl).protocol === 'https:';
  const start = isSecure ? '__Host-desk=' : 'desk=';
  const end = `; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return {
    /** The hash of the request's token; undefined if it has none, two, or one that cannot be a token. */
    readHash(c: Context): string | undefined {
      const [token, ...others] = (c.req.header('cookie') ?? '')
        .split('; ')
        .filter((pair) => pair.startsWith(start))
        .map((pair) => pair.slice(start.length));
      return token !== undefined && others.length === 0 && TOKEN.test(token) ? hashOf(token) : undefined;
    },
    set(c: Context, token: string): void {
      c.header('set-cookie', `${start}${token}${end}; Max-Age=${MAX_AGE_SECONDS}`);
    },
    clear(c: Context): void {
      c.header('set-cookie', `${start}${end}; Max-Age=0`);
    },
  };
}
