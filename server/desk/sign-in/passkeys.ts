import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  type VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import * as z from 'zod';
import { time } from '../../cases/cards.ts';
import { execute, firstRowOf, rowOf, rowsOf, sql, type Db } from '../../database/statement.ts';
import type { DeskDetails } from '../desk-details.ts';
import { Refused } from '../../refused.ts';
import { refuseDuplicate } from './refuse-duplicate.ts';
import type { Session } from './sessions.ts';

/** The WebAuthn relying party. `id` is the domain of the desk (the staff's app): with another, no old passkey works. */
type RelyingParty = { id: string; origin: string; details: Pick<DeskDetails, 'brand'> };

type Registration = NonNullable<VerifiedRegistrationResponse['registrationInfo']>;

export type Passkeys = ReturnType<typeof createPasskeys>;

/** COSE identifiers of EdDSA, ES256 and RS256, the algorithms that authenticators support. */
const ALGORITHMS = [-8, -7, -257];

const MAX_PASSKEYS = 10;

/** How a browser reaches an authenticator, such as `internal` or `smart-card`: a hint, which may be missing. */
const transportsSchema = z
  .array(z.string().regex(/^[a-z-]{1,20}$/))
  .max(10)
  .catch([]);

const idSchema = z.object({ id: z.string() });
const storedSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  public_key: z.instanceof(Buffer),
  counter: z.string(),
  transports: z.array(z.string()),
});
const listedSchema = z.object({
  id: z.string(),
  name: z.string(),
  created_at: time,
  last_used_at: time.nullable(),
});

const LISTED = sql`id, name, created_at, last_used_at`;

const notVerified = () => new Refused(400, 'passkey_refused', 'The passkey could not be verified.');
const gone = () => new Refused(404, 'passkey_gone', 'This passkey is no longer here. Load the page again.');

export const listPasskeys = (db: Db, { user_id }: Session) =>
  rowsOf(
    db,
    listedSchema,
    sql`
      select ${LISTED} from desk_auth.passkeys where user_id = ${user_id} and ended_at is null order by created_at, id`,
  );

export async function renamePasskey(db: Db, { user_id }: Session, id: string, name: string) {
  const renamed = await firstRowOf(
    db,
    listedSchema,
    sql`
      update desk_auth.passkeys set name = ${name} where id = ${id} and user_id = ${user_id} and ended_at is null
      returning ${LISTED}`,
  );
  if (renamed === undefined) throw gone();
  return renamed;
}

export async function removePasskey(db: Db, { user_id }: Session, id: string): Promise<void> {
  const removed = await execute(
    db,
    sql`
      update desk_auth.passkeys set ended_at = now() where id = ${id} and user_id = ${user_id} and ended_at is null`,
  );
  if (removed === 0) throw gone();
}

/** @param noteRefused called when a passkey of an account is refused */
export function createPasskeys(db: Db, { id: rpID, origin, details }: RelyingParty, noteRefused: () => void) {
  const refused = () => {
    noteRefused();
    return notVerified();
  };

  async function storeChallenge(kind: string, challenge: string, userId: string | null): Promise<string> {
    const { id } = await rowOf(
      db,
      idSchema,
      sql`
        insert into desk_auth.challenges (kind, challenge, user_id) values (${kind}, ${challenge}, ${userId})
        returning id`,
    );
    return id;
  }

  /** Ends a challenge and returns it, so that it can be tried only once. */
  async function takeChallenge(kind: string, id: string, userId: string | null): Promise<string> {
    const found = await firstRowOf(
      db,
      z.object({ challenge: z.string() }),
      sql`
        update desk_auth.challenges set ended_at = now()
        where id = ${id} and kind = ${kind} and user_id is not distinct from ${userId}
          and ended_at is null and expires_at > now()
        returning challenge`,
    );
    if (!found) throw new Refused(400, 'challenge_gone', 'This was tried before, or took too long.');
    return found.challenge;
  }

  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true };

  return {
    async startRegistration({ user_id, email, name }: Session) {
      const stored = await rowsOf(
        db,
        idSchema,
        sql`select credential_id as id from desk_auth.passkeys where user_id = ${user_id} and ended_at is null`,
      );
      if (stored.length >= MAX_PASSKEYS) {
        throw new Refused(422, 'too_many_passkeys', 'An account has ten passkeys at most.');
      }
      const options = await generateRegistrationOptions({
        rpID,
        rpName: details.brand,
        userID: new TextEncoder().encode(user_id),
        userName: email,
        userDisplayName: name,
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: stored,
        // `residentKey`: the passkey names the user, so nobody types an e-mail address. `userVerification`: the device
        // asks for a fingerprint, a face or a PIN.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { challenge_id: await storeChallenge('registration', options.challenge, user_id), options };
    },

    /** Verifies the response to `startRegistration`. Ends the challenge; `store` saves the passkey. */
    async checkRegistration(
      { user_id }: Session,
      challengeId: string,
      response: RegistrationResponseJSON,
    ): Promise<Registration> {
      const expectedChallenge = await takeChallenge('registration', challengeId, user_id);
      const result = await verifyRegistrationResponse({
        response,
        expectedChallenge,
        ...expected,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => {
        throw notVerified();
      });
      if (!result.verified) throw notVerified();
      return result.registrationInfo;
    },

    store: (client: Db, { user_id }: Session, { credential }: Registration) =>
      rowOf(
        client,
        idSchema,
        sql`
          insert into desk_auth.passkeys (user_id, credential_id, public_key, counter, transports, name)
          values (
            ${user_id}, ${credential.id}, ${Buffer.from(credential.publicKey)}, ${credential.counter},
            ${
              // The authenticator does not sign the transports, and verifyRegistrationResponse does not check them.
              transportsSchema.parse(credential.transports)
            },
            'Passkey'
          )
          returning id`,
      ).catch(
        refuseDuplicate(() => new Refused(422, 'passkey_exists', 'This passkey is already registered.')),
      ),

    async startAuthentication() {
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
      return { challenge_id: await storeChallenge('authentication', options.challenge, null), options };
    },

    /** @returns the id of the user whose passkey signed the challenge */
    async authenticate(challengeId: string, response: AuthenticationResponseJSON): Promise<string> {
      const expectedChallenge = await takeChallenge('authentication', challengeId, null);
      const passkey = await firstRowOf(
        db,
        storedSchema,
        sql`
          select id, user_id, public_key, counter, transports from desk_auth.passkeys
          where credential_id = ${response.id} and ended_at is null`,
      );
      if (!passkey) throw notVerified();
      const result = await verifyAuthenticationResponse({
        response,
        expectedChallenge,
        ...expected,
        credential: {
          id: response.id,
          publicKey: new Uint8Array(passkey.public_key),
          counter: Number(passkey.counter),
          transports: passkey.transports,
        },
      }).catch(() => {
        throw refused();
      });
      const handle = Buffer.from(response.response.userHandle ?? '', 'base64url').toString();
      if (!result.verified || handle !== passkey.user_id) throw refused();
      // Updates no row if another request has changed the signature counter in the meantime.
      const counted = await execute(
        db,
        sql`
          update desk_auth.passkeys set counter = ${result.authenticationInfo.newCounter}, last_used_at = now()
          where id = ${passkey.id} and counter = ${passkey.counter} and ended_at is null`,
      );
      if (counted === 0) throw refused();
      return passkey.user_id;
    },
  };
}
