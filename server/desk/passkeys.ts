import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  type VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import pg from 'pg';
import * as z from 'zod';
import { Refusal } from './refusal.ts';
import type { User } from './sessions.ts';

/** The WebAuthn relying party. `id` is the domain of the desk (the staff's app): with another, no old passkey works. */
type RelyingParty = { id: string; origin: string; name: string };

type Registration = NonNullable<VerifiedRegistrationResponse['registrationInfo']>;

type Challenge = { challenge: string; isExpired: boolean };

type StoredPasskey = {
  id: string;
  user_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: string;
  transports: string[];
};

export type Passkeys = ReturnType<typeof createPasskeys>;

/** COSE identifiers of EdDSA, ES256 and RS256, the algorithms that authenticators support. */
const ALGORITHMS = [-8, -7, -257];

const MAX_PASSKEYS = 10;
const UNIQUE_VIOLATION = '23505';

/** How a browser reaches an authenticator, such as `internal` or `smart-card`: a hint, which may be missing. */
const transportsSchema = z
  .array(z.string().regex(/^[a-z-]{1,20}$/))
  .max(10)
  .catch([]);

const notVerified = () => new Refusal(400, 'webauthn_verification_failed', 'Credential verification failed');

/** Passkeys, by @simplewebauthn/server, with the requests and responses of Supabase Auth. */
export function createPasskeys(pool: pg.Pool, { id: rpID, origin, name: rpName }: RelyingParty) {
  async function storeChallenge(kind: string, challenge: string, userId?: string) {
    await pool.query('delete from desk_auth.challenges where expires_at < now()');
    const { rows } = await pool.query<{ id: string; expires_at: Date }>(
      'insert into desk_auth.challenges (kind, challenge, user_id) values ($1, $2, $3) returning id, expires_at',
      [kind, challenge, userId],
    );
    const [stored] = rows as [(typeof rows)[0]];
    return { challenge_id: stored.id, expires_at: Math.floor(stored.expires_at.getTime() / 1000) };
  }

  /** Deletes a challenge and returns it, so that it can be tried only once. */
  async function takeChallenge(kind: string, id: string, userId?: string): Promise<string> {
    const { rows } = await pool.query<Challenge>(
      `delete from desk_auth.challenges where id = $1 and kind = $2 and user_id is not distinct from $3
       returning challenge, expires_at < now() as "isExpired"`,
      [id, kind, userId],
    );
    const [found] = rows;
    if (!found) {
      throw new Refusal(400, 'webauthn_challenge_not_found', 'Challenge not found or already used');
    }
    if (found.isExpired) throw new Refusal(400, 'webauthn_challenge_expired', 'Challenge has expired');
    return found.challenge;
  }

  return {
    async startRegistration(user: User) {
      const { rows } = await pool.query<Pick<StoredPasskey, 'credential_id'>>(
        'select credential_id from desk_auth.passkeys where user_id = $1',
        [user.id],
      );
      if (rows.length >= MAX_PASSKEYS) {
        throw new Refusal(422, 'too_many_passkeys', 'Maximum number of passkeys reached');
      }
      const options = await generateRegistrationOptions({
        rpID,
        rpName,
        userID: new TextEncoder().encode(user.id),
        userName: user.email,
        userDisplayName: user.name,
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: rows.map(({ credential_id: id }) => ({ id })),
        // `residentKey`: the passkey names the user, so nobody types an e-mail address. `userVerification`: the device
        // asks for a fingerprint, a face or a PIN.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { ...(await storeChallenge('registration', options.challenge, user.id)), options };
    },

    /** Verifies the response to `startRegistration`. Deletes the challenge; `store` saves the passkey. */
    async checkRegistration(user: User, challengeId: string, response: unknown) {
      const expectedChallenge = await takeChallenge('registration', challengeId, user.id);
      const result = await verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => {
        throw notVerified();
      });
      if (!result.verified) throw notVerified();
      return result.registrationInfo;
    },

    /** Stores a new passkey. @returns the same fields as Supabase Auth */
    async store(client: pg.PoolClient, user: User, registration: Registration) {
      const { credential, credentialDeviceType, credentialBackedUp } = registration;
      // The authenticator does not sign the transports, and verifyRegistrationResponse does not check them.
      const transports = transportsSchema.parse(credential.transports);
      const { rows } = await client
        .query<{ id: string; friendly_name: string; created_at: Date }>(
          `insert into desk_auth.passkeys (user_id, credential_id, public_key, counter, transports, friendly_name)
           values ($1, $2, $3, $4, $5, $6) returning id, friendly_name, created_at`,
          [
            user.id,
            credential.id,
            Buffer.from(credential.publicKey),
            credential.counter,
            transports,
            'Passkey',
          ],
        )
        .catch((error: unknown) => {
          if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION) {
            throw new Refusal(422, 'webauthn_credential_exists', 'This credential is already registered');
          }
          throw error;
        });
      return {
        ...rows[0],
        backup_eligible: credentialDeviceType === 'multiDevice',
        backed_up: credentialBackedUp,
        transports,
      };
    },

    async startAuthentication() {
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
      return { ...(await storeChallenge('authentication', options.challenge)), options };
    },

    /** @returns the id of the user whose passkey signed the challenge */
    async authenticate(challengeId: string, given: unknown): Promise<string> {
      const expectedChallenge = await takeChallenge('authentication', challengeId);
      const response = given as AuthenticationResponseJSON;
      const { rows } = await pool.query<StoredPasskey>(
        'select id, user_id, credential_id, public_key, counter, transports from desk_auth.passkeys where credential_id = $1',
        [typeof response.id === 'string' ? response.id : ''],
      );
      const [passkey] = rows;
      if (!passkey) throw notVerified();
      const result = await verifyAuthenticationResponse({
        response,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        credential: {
          id: passkey.credential_id,
          publicKey: new Uint8Array(passkey.public_key),
          counter: Number(passkey.counter),
          transports: passkey.transports,
        },
      }).catch(() => {
        throw notVerified();
      });
      const handle = Buffer.from(response.response.userHandle ?? '', 'base64url').toString();
      if (!result.verified || handle !== passkey.user_id) throw notVerified();
      // Updates no row if another request has changed the signature counter in the meantime.
      const { rowCount } = await pool.query(
        'update desk_auth.passkeys set counter = $3, last_used_at = now() where id = $1 and counter = $2',
        [passkey.id, passkey.counter, result.authenticationInfo.newCounter],
      );
      if (!rowCount) throw notVerified();
      return passkey.user_id;
    },

    async list(userId: string) {
      const { rows } = await pool.query(
        'select id, friendly_name, created_at, last_used_at from desk_auth.passkeys where user_id = $1 order by created_at',
        [userId],
      );
      return rows as unknown[];
    },

    async rename(userId: string, id: string, friendlyName: string) {
      const { rows } = await pool.query<Record<string, unknown>>(
        `update desk_auth.passkeys set friendly_name = $3 where id = $1 and user_id = $2
         returning id, friendly_name, created_at, last_used_at`,
        [id, userId, friendlyName],
      );
      return rows[0] ?? refuseUnknown();
    },

    async remove(client: pg.PoolClient, userId: string, id: string): Promise<void> {
      const { rowCount } = await client.query(
        'delete from desk_auth.passkeys where id = $1 and user_id = $2',
        [id, userId],
      );
      if (!rowCount) refuseUnknown();
    },
  };
}

function refuseUnknown(): never {
  throw new Refusal(404, 'validation_failed', 'Passkey not found');
}
