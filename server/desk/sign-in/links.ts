import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { execute, firstRowOf, sql, type Db } from '../../database/statement.ts';
import { hashOf } from './cookie.ts';

/** Creates the token of a user's one-time link, in place of an earlier one. It works for 24 hours. */
export async function createLinkToken(db: Db, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await execute(
    db,
    sql`
      insert into desk_auth.links (user_id, token_hash, expires_at)
      values (${userId}, ${hashOf(token)}, now() + interval '24 hours')
      on conflict (user_id) do update
      set token_hash = excluded.token_hash, expires_at = excluded.expires_at, ended_at = null`,
  );
  return token;
}

/** A link that opens the desk (the staff's app). Browsers do not send the fragment, which has the token, to servers. */
export const linkOf = (deskUrl: string, token: string) => `${deskUrl}/#/link/${token}`;

/** Ends a link, so that it works once. @returns the user's id; undefined if the link is unknown, used or expired */
export async function redeemLink(db: Db, token: string): Promise<string | undefined> {
  const link = await firstRowOf(
    db,
    z.object({ user_id: z.string() }),
    sql`
      update desk_auth.links set ended_at = now()
      where token_hash = ${hashOf(token)} and ended_at is null and expires_at > now()
      returning user_id`,
  );
  return link?.user_id;
}
