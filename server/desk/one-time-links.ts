import { createHash, randomBytes } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';

const VALID = '24 hours';

const hash = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Creates the token of a user's one-time link, in place of an earlier one. */
export async function createLinkToken(db: Pick<ClientBase, 'query'>, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.query(
    `insert into desk_auth.links (user_id, token_hash, expires_at) values ($1, $2, now() + interval '${VALID}')
     on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    [userId, hash(token)],
  );
  return token;
}

/** A link that opens the desk (the staff's app). Browsers do not send the fragment, which has the token, to servers. */
export const linkOf = (deskUrl: string, token: string) => `${deskUrl}/#/link/${token}`;

/** Deletes a link, so that it works once. @returns the user's id; undefined if the link is unknown, used or expired */
export async function redeemLink(pool: Pool, token: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ user_id: string }>(
    'delete from desk_auth.links where token_hash = $1 and expires_at > now() returning user_id',
    [hash(token)],
  );
  return rows[0]?.user_id;
}
