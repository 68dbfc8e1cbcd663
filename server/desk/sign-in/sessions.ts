import * as z from 'zod';
import { execute, firstRowOf, sql, type Db, type Sql } from '../../database/statement.ts';
import { Refused } from '../../refused.ts';
import { hashOf } from './cookie.ts';

/** A session ends when it was not used for this long. */
export const IS_OPEN = sql`sessions.ended_at is null and sessions.last_used_at > now() - interval '30 days'`;

/** The last use is noted at most once an hour, so that most calls write nothing. */
export const IS_USE_UNNOTED = sql`sessions.last_used_at < now() - interval '1 hour' as is_use_unnoted`;

/** A sign-in counts for this long. */
export const SIGN_IN_LASTS = sql`interval '12 hours'`;

/** Whether an account has a key: a passkey, or a connected authenticator app. */
export const hasKey = (userId: Sql) => sql`(
  exists (select from desk_auth.passkeys where user_id = ${userId} and ended_at is null)
  or exists (
    select from desk_auth.apps where user_id = ${userId} and connected_at is not null and ended_at is null
  )
)`;

const sessionSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  email: z.string(),
  name: z.string(),
  is_use_unnoted: z.boolean(),
  has_key: z.boolean(),
  may_change_keys: z.boolean(),
  /** Whether the person has ever used a passkey or an app in this session. */
  had_strong_sign_in: z.boolean(),
  has_entered_app_code: z.boolean(),
});

/** Who has sent a request of the sign-in, and what the session may do with the account. */
export type Session = z.infer<typeof sessionSchema>;

/** How a session is opened. `trial`: the one-time link of a desk without DESK_URL, which is enough to sign in. */
export type Way = 'code' | 'link' | 'trial' | 'passkey';

export const noSession = () => new Refused(403, 'no_session', 'You are signed out. Sign in again.');

type Opening = { token: string; userId: string; way: Way; formerHash: string | undefined };

/**
 * Opens a session for a user who has just signed in, and ends the one that the browser had before. If that was the same
 * user's, the browser's entry among their devices goes on with the new one.
 */
export async function openSession(db: Db, { token, userId, way, formerHash }: Opening): Promise<void> {
  const opened = await execute(
    db,
    sql`
      with former as (
        update desk_auth.sessions set ended_at = now() where token_hash = ${formerHash} and ended_at is null
        returning id, user_id
      ),
      new as (select gen_random_uuid() as session_id),
      moved as (
        update desk_auth.devices set session_id = new.session_id from new, former
        where devices.session_id = former.id and former.user_id = ${userId}
      )
      insert into desk_auth.sessions (id, token_hash, user_id, code_at, passkey_at, trial_at, is_invited)
      select (select session_id from new), ${hashOf(token)}, id,
        case when ${way === 'code' || way === 'link'} then now() end,
        case when ${way === 'passkey'} then now() end,
        case when ${way === 'trial'} then now() end,
        ${way === 'link' || way === 'trial'}
      from desk_auth.users where id = ${userId}`,
  );
  if (opened === 0) throw new Refused(403, 'account_gone', 'This account is no longer there.');
}

/**
 * The session with this token. It may add, rename and remove keys (passkeys and the authenticator app) if it was opened
 * with a key or a one-time link, or if the account has no key yet: otherwise access to the mailbox would be as good as a
 * key. As for the calls of the desk, the sign-in must be less than twelve hours old, and the link of a trial counts only
 * on a trial.
 *
 * @throws {Refused} 403 `no_session`
 */
export async function readSession(db: Db, tokenHash: string | undefined, isTrial: boolean): Promise<Session> {
  const session =
    tokenHash === undefined
      ? undefined
      : await firstRowOf(
          db,
          sessionSchema,
          sql`
            select sessions.id, user_id, email, name, ${IS_USE_UNNOTED}, has_key,
              coalesce(is_strong or (code_at > now() - ${SIGN_IN_LASTS} and (is_invited or not has_key)), false)
                as may_change_keys,
              passkey_at is not null or app_at is not null as had_strong_sign_in,
              app_at is not null as has_entered_app_code
            from desk_auth.sessions join desk_auth.users on users.id = user_id
            cross join lateral (
              select
                coalesce(
                  greatest(passkey_at, app_at, case when ${isTrial} then trial_at end) > now() - ${SIGN_IN_LASTS}, false
                ) as is_strong,
                ${hasKey(sql`users.id`)} as has_key
            ) as rights
            where token_hash = ${tokenHash} and ${IS_OPEN}`,
        );
  if (session === undefined) throw noSession();
  return session;
}

export const noteUse = (db: Db, sessionId: string) =>
  execute(
    db,
    sql`
      update desk_auth.sessions set last_used_at = now()
      where id = ${sessionId} and last_used_at < now() - interval '1 hour'`,
  );

/**
 * Notes that the code of the authenticator app was entered. A session that was weak until now gets a new token, so that
 * nobody who had the former one is signed in with it.
 *
 * @returns the new token
 */
export async function noteAppCode(
  db: Db,
  { id, had_strong_sign_in }: Session,
  createToken: () => string,
): Promise<string | undefined> {
  const token = had_strong_sign_in ? undefined : createToken();
  const noted = await execute(
    db,
    sql`
      update desk_auth.sessions
      set app_at = now(), token_hash = coalesce(${token === undefined ? null : hashOf(token)}, token_hash)
      where id = ${id} and ended_at is null`,
  );
  if (noted === 0) throw noSession();
  return token;
}

/** For a session whose app was removed: the codes that were entered no longer count. */
export const forgetAppCode = (db: Db, { id }: Session) =>
  execute(db, sql`update desk_auth.sessions set app_at = null where id = ${id}`);

export const endSessions = (db: Db, { id, user_id }: Session, which: 'here' | 'others' | 'everywhere') =>
  execute(
    db,
    sql`
      update desk_auth.sessions set ended_at = now()
      where user_id = ${user_id} and ended_at is null
        and case ${which} when 'here' then id = ${id} when 'others' then id <> ${id} else true end`,
  );
