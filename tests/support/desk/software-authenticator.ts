import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();

type Ceremony = {
  /** The origin of the page that asks for the passkey. */
  origin: string;
  isVerified?: boolean;
  counter?: number;
};

/** The parts of the server's options that the authenticator uses. */
export type CreationOptions = { challenge: string; rp: { id?: string | undefined }; user: { id: string } };
export type RequestOptions = { challenge: string; rpId?: string | undefined };

/** What a test can choose or forge when signing in. */
type AssertionOptions = Ceremony & { userHandle?: string };

export type Authenticator = ReturnType<typeof createAuthenticator>;

/**
 * A software authenticator (WebAuthn) with one passkey, an ES256 key. It also signs what a real one would refuse, for
 * tests of forgeries.
 */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  const credential = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
  };
  let userHandle = '';
  let count = 0;

  function authenticatorData(rpId: string, { isVerified = true, counter }: Ceremony, attested?: Buffer) {
    count = counter ?? count + 1;
    const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (attested ? HAS_CREDENTIAL : 0);
    const counterBytes = Buffer.alloc(4);
    counterBytes.writeUInt32BE(count);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counterBytes, ...(attested ? [attested] : [])]);
  }

  const clientData = (type: string, challenge: string, { origin }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  return {
    id: credential.id,
    create(options: CreationOptions, ceremony: Ceremony) {
      userHandle = options.user.id;
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const authData = authenticatorData(options.rp.id ?? '', ceremony, attested);
      const attestation = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', authData],
        ]),
      );
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, ceremony).toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal' as const],
        },
      };
    },
    get(options: RequestOptions, ceremony: AssertionOptions) {
      const data = authenticatorData(options.rpId ?? '', ceremony);
      const client = clientData('webauthn.get', options.challenge, ceremony);
      return {
        ...credential,
        response: {
          authenticatorData: data.toString('base64url'),
          clientDataJSON: client.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
          userHandle: ceremony.userHandle ?? userHandle,
        },
      };
    },
  };
}
