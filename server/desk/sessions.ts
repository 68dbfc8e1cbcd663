import type pg from 'pg';
import { Refusal } from './refusal.ts';
import { ACCESS_SECONDS, type Proof, type Tokens } from './tokens.ts';
import { transact } from './transact.ts';

/** Somebody whose refresh was answered on a bad line asks again with the same token. supabase-js does so for less. */
const LOST_ANSWER_SECONDS = 60;

/** How long a key or an invitation counts after the sign-in. */
const STRONG_SECONDS = 12 * 60 * 60;

/** A session that is not refreshed for so long is over. */
const IDLE = '30 days';

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

type Session = { id: string; amr: Proof[]; counter: number; is_invited: boolean };

export type SignedIn = { user: User; session: Session };

type Scope = 'global' | 'local' | 'others';

export type Sessions = ReturnType<typeof createSessions>;

const SESSION = 'id, user_id, amr, counter, is_invited';

const nowInSeconds = () => Math.floor(Date.now() / 1000);

/** The user as Supabase Auth describes one. */
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
 * Whether somebody may add, change or remove keys of the account: with a key of it, as long as it has none, or on an
 * invitation. A mail code alone would otherwise make the mailbox as good as a key. As at the gate in the database, the
 * sign-in must not be too long ago, and the link of a trial counts on a trial only.
 */
export function mayChangeKeys({ user, session }: SignedIn, { isTrial }: { isTrial: boolean }): boolean {
  const counting = session.amr.filter(
    ({ method, timestamp }) => timestamp > nowInSeconds() - STRONG_SECONDS && (method !== 'trial' || isTrial),
  );
  const hasKey = user.hasPasskey || user.factors.some(({ status }) => status === 'verified');
  const isStrong = counting.some(({ method }) => method !== 'otp');
  return counting.length > 0 && (isStrong || !hasKey || session.is_invited);
}

/** Sessions of the desk, in the shape and with the refusals of Supabase Auth. */
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

    /** Opens a session for somebody who has just proved who they are. */
    async open(userId: string, method: Proof['method'], { isInvited = false } = {}) {
      const amr: Proof[] = [{ method, timestamp: nowInSeconds() }];
      await pool.query(`delete from desk_auth.sessions where refreshed_at < now() - interval '${IDLE}'`);
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
     * Exchanges a refresh token for the next one. Each works once, as in Supabase Auth: the last but one is answered
     * with the current one, because the answer may have been lost. Any older one ends the session, because somebody
     * else may have it.
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

    /** @param authorization the header of a request */
    async read(authorization: string | undefined): Promise<SignedIn> {
      const [, token] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? [];
      if (!token) throw new Refusal(401, 'no_authorization', 'This endpoint requires a Bearer token');
      const claims = await tokens.readAccessToken(token).catch(() => {
        throw new Refusal(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature');
      });
      const [{ rows }, user] = await Promise.all([
        pool.query<Session>(
          `select ${SESSION} from desk_auth.sessions
           where id = $1 and user_id = $2 and refreshed_at > now() - interval '${IDLE}'`,
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

    /** Adds a second proof to a session. */
    async addProof({ user, session }: SignedIn, method: Proof['method']) {
      const amr = [
        { method, timestamp: nowInSeconds() },
        ...session.amr.filter((proof) => proof.method !== method),
      ];
      await pool.query('update desk_auth.sessions set amr = $2 where id = $1', [
        session.id,
        JSON.stringify(amr),
      ]);
      return describe((await findUser(pool, user.id)) ?? user, { ...session, amr });
    },

    /** An authenticator app was taken away: what it has proved in this session counts no longer. */
    async removeProof(client: pg.PoolClient, { session }: SignedIn, method: Proof['method']): Promise<void> {
      const amr = session.amr.filter((proof) => proof.method !== method);
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

/** @returns the session with its current number, 'reused' when it was ended, undefined when there is none */
async function rotate(
  client: pg.PoolClient,
  { sessionId, counter }: { sessionId: string; counter: number },
): Promise<(Session & { user_id: string }) | 'reused' | undefined> {
  const { rows } = await client.query<Session & { user_id: string; isRecent: boolean }>(
    `select ${SESSION}, refreshed_at > now() - interval '${LOST_ANSWER_SECONDS} seconds' as "isRecent"
     from desk_auth.sessions
     where id = $1 and refreshed_at > now() - interval '${IDLE}'
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
