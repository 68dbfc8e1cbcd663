import type { Context } from 'hono';
import * as z from 'zod';
import { time } from '../../cases/cards.ts';
import { requireOwner, type Member } from '../../cases/members.ts';
import { STAFF_ROLES } from '../../database/codes.ts';
import { firstRowOf, sql, type Db } from '../../database/statement.ts';
import { transact, type Connections } from '../../database/transact.ts';
import { code } from '../../http/json.ts';
import { Refused } from '../../refused.ts';
import type { SessionCookie } from './cookie.ts';
import { IS_OPEN, IS_USE_UNNOTED, noSession, noteUse, SIGN_IN_LASTS } from './sessions.ts';

/**
 * The app sends a stored change with this header: the id of the person who made it. If somebody else has signed in since,
 * in another tab, the call is refused.
 */
export const PERSON_HEADER = 'x-only-as';

const callerSchema = z.object({
  session_id: z.string(),
  is_use_unnoted: z.boolean(),
  id: z.string(),
  email: z.string(),
  trial: z.boolean(),
  name: z.string().nullable(),
  role: code(STAFF_ROLES, 'There is no such role.').nullable(),
  signed_in_at: time.nullable(),
  signed_in_until: time.nullable(),
  is_too_old: z.boolean().nullable(),
});

const readCaller = (db: Db, tokenHash: string) =>
  firstRowOf(
    db,
    callerSchema,
    sql`
      select sessions.id as session_id, ${IS_USE_UNNOTED}, users.id, email, trial_at is not null as trial, staff.name, role,
        signed_in_at, signed_in_at + ${SIGN_IN_LASTS} as signed_in_until,
        signed_in_at <= now() - ${SIGN_IN_LASTS} as is_too_old
      from desk_auth.sessions
      join desk_auth.users on users.id = sessions.user_id
      left join desk.staff on staff.user_id = users.id and active
      cross join desk.settings
      cross join lateral (
        select greatest(passkey_at, app_at, case when allows_trial then trial_at end) as signed_in_at
      ) as sign_in
      where token_hash = ${tokenHash} and ${IS_OPEN}`,
  );

/** @throws {Refused} at once, before a connection is taken, if the request has no signed token */
export type RequireMember = (c: Context) => (db: Db) => Promise<Member>;

/** Refuses everybody but owners. The calls that use it work as the owner of the tables afterwards. */
export type RequireOwner = (c: Context) => Promise<Member>;

/** @param pool connections of the desk */
export const createOwnerCheck =
  (pool: Connections, requireMember: RequireMember): RequireOwner =>
  async (c) => {
    const me = await transact(pool, requireMember(c));
    requireOwner(me);
    return me;
  };

/**
 * Makes the check with which each call of the desk begins, in its own transaction: who has sent it, and may they work at
 * the desk? That needs a place on the staff, and a strong sign-in (by a passkey or an authenticator app, or by the link
 * of a trial while trials are allowed) of the last twelve hours.
 *
 * @param auth connections with the role `desk_auth`, which notes the session's use
 */
export function createMemberCheck(auth: Db, cookie: SessionCookie): RequireMember {
  return function requireMember(c) {
    const tokenHash = cookie.readHash(c);
    if (tokenHash === undefined) throw noSession();
    return async (db) => {
      const caller = await readCaller(db, tokenHash);
      if (caller === undefined) throw noSession();
      c.set('hasSession', true);
      // Not awaited: if it fails, a later call notes the use.
      if (caller.is_use_unnoted) void noteUse(auth, caller.session_id).catch(() => undefined);
      const { id, email, session_id, trial, name, role, signed_in_at, signed_in_until } = caller;
      if ((c.req.header(PERSON_HEADER) ?? id) !== id) throw noSession();
      if (name === null || role === null) {
        throw new Refused(
          403,
          'not_staff',
          'This account has no access to the desk. Ask an owner of the desk.',
        );
      }
      if (signed_in_at === null || signed_in_until === null) {
        throw new Refused(403, 'second_factor', 'Sign in with your passkey or authenticator app.');
      }
      if (caller.is_too_old) throw new Refused(403, 'too_old', 'You signed in too long ago. Sign in again.');
      return { id, name, role, email, session_id, trial, signed_in_at, signed_in_until };
    };
  };
}
