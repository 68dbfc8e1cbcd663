import type pg from 'pg';
import { Refusal } from './refusal.ts';
import { ACCESS_SECONDS, type AmrEntry, type Tokens } from './tokens.ts';
import { transact } from './transact.ts';

/** How long a used refresh token still works: if the response to it was lost, supabase-js retries for 30 seconds. */
const LOST_RESPONSE_SECONDS = 60;

/** The oldest sign-in that may change keys. The same age ends access to the desk's functions (`desk.me`). */
const MAX_SIGN_IN_AGE_SECONDS = 12 * 60 * 60;

/** A session ends if it is not refreshed for this long. */
const MAX_IDLE = '30 days';

type Factor = {
  id: string;
  friendly_name: string;
  factor_type: 'totp';
  status: 'verified' | 'unverified';
  created_at: string;
  updated_at: string;
};

export type User = {
  id: string;
  email: string;
  name: string;
  created_at: Date;
  factors: Factor[];
  hasPasskey: boolean;
};

type Session = { id: string; amr: AmrEntry[]; counter: number; is_invited: boolean };

export type SignedIn = { user: User; session: Session };

type Scope = 'global' | 'local' | 'others';

export type Sessions = ReturnType<typeof createSessions>;

const SESSION = 'id, user_id, amr, counter, is_invited';

const nowInSeconds = () => Math.floor(Date.now() / 1000);

/** A user, with the fields of Supabase Auth. */
export function describeUser({ id, email, name, created_at, factors }: User) {
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    email_confirmed_at: created_at,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { name },
    identities: [],
    factors,
    created_at,
    updated_at: created_at,
    is_anonymous: false,
  };
}

async function findUser(db: pg.Pool | pg.PoolClient, id: string): Promise<User | undefined> {
  const { rows } = await db.query<User>(
    `select id, email, name, created_at,
       exists (select from desk_auth.passkeys where user_id = users.id) as "hasPasskey",
       coalesce((
         select jsonb_agg(jsonb_build_object(
           'id', id, 'friendly_name', friendly_name, 'factor_type', 'totp',
           'status', case when is_verified then 'verified' else 'unverified' end,
           'created_at', created_at, 'updated_at', updated_at
         ) order by created_at)
         from desk_auth.factors where user_id = users.id
       ), '[]') as factors
     from desk_auth.users where id = $1`,
    [id],
  );
  return rows[0];
}

/**
 * Whether this session may add, rename or remove keys: passkeys and authenticator apps. It must have been opened with a
 * key or a one-time link, unless the account has no key yet: otherwise access to the mailbox would be as good as a key.
 * As in `desk.me`, the sign-in must be less than 12 hours old, and the link of a trial (a desk without
 * DESK_URL) counts only on a trial.
 */
export function mayChangeKeys({ user, session }: SignedIn, { isTrial }: { isTrial: boolean }): boolean {
  const recent = session.amr.filter(
    ({ method, timestamp }) =>
      timestamp > nowInSeconds() - MAX_SIGN_IN_AGE_SECONDS && (method !== 'trial' || isTrial),
  );
  const hasKey = user.hasPasskey || user.factors.some(({ status }) => status === 'verified');
  const isStrong = recent.some(({ method }) => method !== 'otp');
  return recent.length > 0 && (isStrong || !hasKey || session.is_invited);
}

/** The sessions of the desk (the staff's app), with the fields and errors of Supabase Auth. */
export function createSessions(pool: pg.Pool, tokens: Tokens) {
  async function describe(user: User, session: Session) {
    return {
      access_token: await tokens.createAccessToken({
        userId: user.id,
        email: user.email,
        sessionId: session.id,
        amr: session.amr,
      }),
      token_type: 'bearer',
      expires_in: ACCESS_SECONDS,
      expires_at: nowInSeconds() + ACCESS_SECONDS,
      refresh_token: tokens.createRefreshToken(session.id, session.counter),
      user: describeUser(user),
    };
  }

  return {
    describe,

    /** Opens a session for a user who has just signed in. */
    async open(userId: string, method: AmrEntry['method'], { isInvited = false } = {}) {
      const amr: AmrEntry[] = [{ method, timestamp: nowInSeconds() }];
      await pool.query(`delete from desk_auth.sessions where refreshed_at < now() - interval '${MAX_IDLE}'`);
      const { rows } = await pool.query<Session>(
        `insert into desk_auth.sessions (user_id, amr, is_invited) values ($1, $2, $3) returning ${SESSION}`,
        [userId, JSON.stringify(amr), isInvited],
      );
      const user = await findUser(pool, userId);
      const [session] = rows;
      if (!user || !session) throw new Refusal(403, 'user_not_found', 'This account is no longer there.');
      return describe(user, session);
    },

    /**
     * Exchanges a refresh token for the next one. Each token works once. For a minute, the previous token gets the
     * current one again, because the response may have been lost. Any other old token ends the session, because it may
     * be stolen.
     */
    async refresh(refreshToken: string) {
      const given = tokens.readRefreshToken(refreshToken);
      const found = given && (await transact(pool, (client) => rotate(client, given)));
      if (found === 'reused') {
        throw new Refusal(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
      }
      const user = found && (await findUser(pool, found.user_id));
      if (!found || !user) {
        throw new Refusal(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
      }
      return describe(user, found);
    },

    /** @param authorization the Authorization header of a request */
    async read(authorization: string | undefined): Promise<SignedIn> {
      const [, token] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? [];
      if (!token) throw new Refusal(401, 'no_authorization', 'This endpoint requires a Bearer token');
      const claims = await tokens.readAccessToken(token).catch(() => {
        throw new Refusal(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature');
      });
      const [{ rows }, user] = await Promise.all([
        pool.query<Session>(
          `select ${SESSION} from desk_auth.sessions
           where id = $1 and user_id = $2 and refreshed_at > now() - interval '${MAX_IDLE}'`,
          [claims.session_id, claims.sub],
        ),
        findUser(pool, claims.sub),
      ]);
      const [session] = rows;
      if (!session || !user) {
        throw new Refusal(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
      }
      return { user, session };
    },

    /** Adds a sign-in method to the session's `amr`, or updates its time. */
    async addAmrEntry({ user, session }: SignedIn, method: AmrEntry['method']) {
      const amr = [
        { method, timestamp: nowInSeconds() },
        ...session.amr.filter((entry) => entry.method !== method),
      ];
      await pool.query('update desk_auth.sessions set amr = $2 where id = $1', [
        session.id,
        JSON.stringify(amr),
      ]);
      return describe((await findUser(pool, user.id)) ?? user, { ...session, amr });
    },

    /** Removes a sign-in method from the session's `amr`. */
    async removeAmrEntry(
      client: pg.PoolClient,
      { session }: SignedIn,
      method: AmrEntry['method'],
    ): Promise<void> {
      const amr = session.amr.filter((entry) => entry.method !== method);
      await client.query('update desk_auth.sessions set amr = $2 where id = $1', [
        session.id,
        JSON.stringify(amr),
      ]);
    },

    async end(
      { user, session }: SignedIn,
      scope: Scope,
      db: Pick<pg.PoolClient, 'query'> = pool,
    ): Promise<void> {
      await db.query(
        `delete from desk_auth.sessions
         where user_id = $1 and case $3 when 'global' then true when 'local' then id = $2 else id <> $2 end`,
        [user.id, session.id, scope],
      );
    },
  };
}

/** @returns the session with its new counter; 'reused' if an old token ended it; undefined if there is none */
async function rotate(
  client: pg.PoolClient,
  { sessionId, counter }: { sessionId: string; counter: number },
): Promise<(Session & { user_id: string }) | 'reused' | undefined> {
  const { rows } = await client.query<Session & { user_id: string; isRecent: boolean }>(
    `select ${SESSION}, refreshed_at > now() - interval '${LOST_RESPONSE_SECONDS} seconds' as "isRecent"
     from desk_auth.sessions
     where id = $1 and refreshed_at > now() - interval '${MAX_IDLE}'
     for update`,
    [sessionId],
  );
  const [session] = rows;
  if (!session) return undefined;
  if (counter === session.counter) {
    await client.query(
      'update desk_auth.sessions set counter = counter + 1, refreshed_at = now() where id = $1',
      [sessionId],
    );
    return { ...session, counter: counter + 1 };
  }
  if (counter === session.counter - 1 && session.isRecent) return session;
  await client.query('delete from desk_auth.sessions where id = $1', [sessionId]);
  return 'reused';
}
