import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';

const DIGITS = 8;
const VALID = '10 minutes';
const MAX_TRIES = 5;

export type MailCodes = ReturnType<typeof createMailCodes>;

/**
 * Codes that are mailed to somebody who wants to sign in to the desk, the staff's app. An e-mail address without an
 * account gets a row too, by the same statements, so that neither the response nor its time tells whether there is an
 * account.
 *
 * @param secret the HMAC key: an unkeyed hash of 8 digits could be reversed by trying them all
 */
export function createMailCodes(pool: pg.Pool, secret: string) {
  const hash = (email: string, code: string) =>
    createHmac('sha256', secret).update(`code ${email} ${code}`).digest('base64url');

  return {
    /** Creates a code, in place of an earlier one. @returns undefined if the e-mail address has no account */
    async create(email: string): Promise<string | undefined> {
      const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
      await pool.query('delete from desk_auth.codes where expires_at < now()');
      const { rows } = await pool.query<{ user_id: string | null }>(
        `insert into desk_auth.codes (email, user_id, code_hash, expires_at)
         values ($1, (select id from desk_auth.users where email = $1), $2, now() + interval '${VALID}')
         on conflict (email) do update
         set user_id = excluded.user_id, code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0
         returning user_id`,
        [email, hash(email, code)],
      );
      return rows[0]?.user_id ? code : undefined;
    },

    /**
     * Redeems a code, once.
     *
     * @returns the user's id; undefined if the code is wrong, used or expired, or was tried too often
     */
    async redeem(email: string, code: string): Promise<string | undefined> {
      const given = hash(email, code);
      const { rows } = await pool.query<{ code_hash: string }>(
        `update desk_auth.codes set tries = tries + 1
         where email = $1 and expires_at > now() and tries < ${MAX_TRIES} returning code_hash`,
        [email],
      );
      const [stored] = rows;
      if (!stored || !timingSafeEqual(Buffer.from(stored.code_hash), Buffer.from(given))) return undefined;
      // Of several simultaneous requests with the right code, only one deletes the row and succeeds.
      const deleted = await pool.query<{ user_id: string | null }>(
        'delete from desk_auth.codes where email = $1 and code_hash = $2 returning user_id',
        [email, given],
      );
      return deleted.rows[0]?.user_id ?? undefined;
    },
  };
}
