import { createHmac, randomInt } from 'node:crypto';
import * as z from 'zod';
import { execute, exists, rowOf, sql, type Db } from '../../database/statement.ts';

const DIGITS = 8;
const MAX_TRIES = 5;

const redeemedSchema = z.object({ user_id: z.string().nullable(), has_account: z.boolean() });

export type MailCodes = ReturnType<typeof createMailCodes>;

/**
 * Codes that are mailed to somebody who wants to sign in to the desk, the staff's app. An e-mail address without an
 * account gets the same row. The account is looked for after the response, before the mail is sent, so neither the response
 * nor its time tells whether there is one.
 *
 * @param secret the HMAC key: an unkeyed hash of 8 digits could be reversed by trying them all
 */
export function createMailCodes(db: Db, secret: string) {
  const hash = (email: string, code: string) =>
    createHmac('sha256', secret).update(`code ${email} ${code}`).digest('base64url');

  return {
    /** Creates a code, in place of an earlier one. */
    async create(email: string): Promise<string> {
      const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
      await execute(
        db,
        sql`
          insert into desk_auth.codes (email, code_hash, expires_at)
          values (${email}, ${hash(email, code)}, now() + interval '10 minutes')
          on conflict (email) do update
          set code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0, ended_at = null`,
      );
      return code;
    },

    hasAccount: (email: string): Promise<boolean> =>
      exists(db, sql`select from desk_auth.users where email = ${email}`),

    /**
     * Redeems a code, once: of several simultaneous requests with the right code, the first ends it.
     *
     * @returns the user's id, or null if the code is wrong, used or expired, or was tried too often; and, which the response must
     *   not tell, whether the address has an account. One statement reads both, so the time does not tell it either
     */
    redeem(email: string, code: string) {
      const given = hash(email, code);
      return rowOf(
        db,
        redeemedSchema,
        sql`
          with tried as (
            update desk_auth.codes
            set tries = tries + 1, ended_at = case when code_hash = ${given} then now() end
            where email = ${email} and ended_at is null and expires_at > now() and tries < ${MAX_TRIES}
            returning code_hash = ${given} as is_right
          ),
          account as (select id from desk_auth.users where users.email = ${email})
          select (select id from account where (select is_right from tried)) as user_id,
            exists (select from account) as has_account`,
      );
    },
  };
}
