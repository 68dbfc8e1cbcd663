import { generateSecret, generateURI, verify } from 'otplib';
import pg from 'pg';
import { renderSVG } from 'uqr';
import { Refusal } from './refusal.ts';
import type { User } from './sessions.ts';

/** How far a phone's clock, from which its app calculates the codes, may be off. */
const TOLERANCE_SECONDS = 30;

type Factor = { id: string; secret: string; is_verified: boolean; last_step: string };

export type SecondFactors = ReturnType<typeof createSecondFactors>;

const notFound = () => new Refusal(404, 'mfa_factor_not_found', 'Factor not found');

/** Authenticator apps (TOTP), by otplib, with the requests and responses of Supabase Auth. */
export function createSecondFactors(pool: pg.Pool, issuer: string) {
  async function findFactor(user: User, id: string): Promise<Factor> {
    const { rows } = await pool.query<Factor>(
      'select id, secret, is_verified, last_step from desk_auth.factors where id = $1 and user_id = $2',
      [id, user.id],
    );
    if (!rows[0]) throw notFound();
    return rows[0];
  }

  return {
    /** Creates an unverified factor with a new secret. Its first correct code verifies it. */
    async enroll(user: User, friendlyName: string) {
      if (
        user.factors.some((factor) => factor.status === 'verified' && factor.friendly_name === friendlyName)
      ) {
        throw new Refusal(422, 'mfa_factor_name_conflict', 'A factor with this friendly name already exists');
      }
      const secret = generateSecret();
      const uri = generateURI({ issuer, label: user.email, secret });
      await pool.query('delete from desk_auth.factors where user_id = $1 and not is_verified', [user.id]);
      const { rows } = await pool.query<{ id: string }>(
        'insert into desk_auth.factors (user_id, friendly_name, secret) values ($1, $2, $3) returning id',
        [user.id, friendlyName, secret],
      );
      return {
        id: rows[0]?.id,
        type: 'totp',
        friendly_name: friendlyName,
        totp: { qr_code: renderSVG(uri), secret, uri },
      };
    },

    async challenge(user: User, factorId: string) {
      const factor = await findFactor(user, factorId);
      await pool.query('delete from desk_auth.challenges where expires_at < now()');
      const { rows } = await pool.query<{ id: string; expires_at: Date }>(
        `insert into desk_auth.challenges (kind, user_id, factor_id) values ('totp', $1, $2) returning id, expires_at`,
        [user.id, factor.id],
      );
      const [challenge] = rows as [(typeof rows)[0]];
      return {
        id: challenge.id,
        type: 'totp',
        expires_at: Math.floor(challenge.expires_at.getTime() / 1000),
      };
    },

    /** Checks a code, and stores nothing. @returns the code's TOTP time step */
    async check(
      factor: Factor,
      { challengeId, code }: { challengeId: string; code: string },
    ): Promise<number> {
      const { rows } = await pool.query<{ isExpired: boolean }>(
        `select expires_at < now() as "isExpired" from desk_auth.challenges
         where id = $1 and factor_id = $2 and kind = 'totp'`,
        [challengeId, factor.id],
      );
      if (!rows[0]) {
        throw new Refusal(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
      }
      if (rows[0].isExpired) throw new Refusal(422, 'mfa_challenge_expired', 'MFA challenge has expired');
      const result = await verify({
        secret: factor.secret,
        token: code,
        epochTolerance: TOLERANCE_SECONDS,
        afterTimeStep: Number(factor.last_step),
      }).catch(() => ({ valid: false as const }));
      const step = result.valid && 'timeStep' in result ? result.timeStep : undefined;
      if (step === undefined) throw wrongCode();
      return step;
    },

    /** Marks a checked code's time step as used, and the factor as verified. */
    async accept(
      client: pg.PoolClient,
      factor: Factor,
      { challengeId, step }: { challengeId: string; step: number },
    ): Promise<void> {
      // Of several simultaneous requests with the same code, only one updates the row.
      const { rowCount } = await client.query(
        `update desk_auth.factors set last_step = $2, is_verified = true, updated_at = now()
         where id = $1 and last_step < $2`,
        [factor.id, step],
      );
      if (!rowCount) throw wrongCode();
      await client.query('delete from desk_auth.challenges where id = $1', [challengeId]);
    },

    find: findFactor,

    async remove(client: pg.PoolClient, factor: Factor): Promise<void> {
      await client.query('delete from desk_auth.factors where id = $1', [factor.id]);
    },
  };
}

const wrongCode = () => new Refusal(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
