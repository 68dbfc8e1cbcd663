import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { hashOfKey } from '../../hash-of-key.ts';

/** 32 bytes in base64url. */
const TOKEN = /^[\w-]{43}$/;

/** Of a session's token, this many bytes are random. The others are their signature. */
const RANDOM_BYTES = 16;

/** The longest time for which browsers keep a cookie. The session itself ends earlier, on the server. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

/** What the database stores of a token. */
export const hashOf = (token: string): string => hashOfKey(token).toString('base64url');

export type SessionCookie = ReturnType<typeof createSessionCookie>;

/**
 * The cookie that has a session's token. The token is signed, so that a crowd with forged ones takes no connection to the
 * database. With https, the cookie's prefix makes browsers take it only from the desk's own host. On a trial, over plain
 * http on the loopback, it has neither the prefix nor `Secure`: Safari refuses both there.
 *
 * @param secret the key that signs tokens, the same for all servers of a database
 */
export function createSessionCookie(deskUrl: string, secret: string) {
  const isSecure = new URL(deskUrl).protocol === 'https:';
  const start = isSecure ? '__Host-desk=' : 'desk=';
  const end = `; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  const sign = (random: Buffer) =>
    createHmac('sha256', secret).update('session ').update(random).digest().subarray(RANDOM_BYTES);
  function isSigned(token: string): boolean {
    const bytes = Buffer.from(token, 'base64url');
    return timingSafeEqual(bytes.subarray(RANDOM_BYTES), sign(bytes.subarray(0, RANDOM_BYTES)));
  }
  return {
    createToken: (): string => {
      const random = randomBytes(RANDOM_BYTES);
      return Buffer.concat([random, sign(random)]).toString('base64url');
    },
    /** The hash of the request's token; undefined if it has none, two, or one that is not signed. */
    readHash(c: Context): string | undefined {
      const [token, ...others] = (c.req.header('cookie') ?? '')
        .split('; ')
        .filter((pair) => pair.startsWith(start))
        .map((pair) => pair.slice(start.length));
      if (token === undefined || others.length > 0 || !TOKEN.test(token)) return undefined;
      return isSigned(token) ? hashOf(token) : undefined;
    },
    set(c: Context, token: string): void {
      c.header('set-cookie', `${start}${token}${end}; Max-Age=${MAX_AGE_SECONDS}`);
    },
    clear(c: Context): void {
      c.header('set-cookie', `${start}${end}; Max-Age=0`);
    },
  };
}
