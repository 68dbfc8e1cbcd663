import { createHash, randomBytes } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';

const VALID = '24 hours';

const hash = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Makes the link by which somebody opens the desk once. An earlier one no longer works. @returns its token */
export async function createLink(db: Pick<ClientBase, 'query'>, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.query(
    `insert into desk_auth.links (user_id, token_hash, expires_at) values ($1, $2, now() + interval '${VALID}')
     on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    [userId, hash(token)],
  );
  return token;
}

/** The address of the desk with the token in its fragment, which no browser sends to a server. */
export const linkOf = (deskUrl: string, token: string) => `${deskUrl}/#/link/${token}`;

/** Uses a link up. @returns whose it was; undefined when it is unknown, used or expired */
export async function redeemLink(pool: Pool, token: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ user_id: string }>(
    'delete from desk_auth.links where token_hash = $1 and expires_at > now() returning user_id',
    [hash(token)],
  );
  return rows[0]?.user_id;
}
