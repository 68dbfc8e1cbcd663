import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { post } from '../api/account.ts';

// The server sends the options of @simplewebauthn/server, but Hono's type of a JSON response loses the type of their
// extensions.

/** Signs in with a passkey of this device or of a nearby phone. @returns the person's id */
export async function signInWithPasskey(): Promise<string> {
  const { challenge_id, options } = await post('/sign-in/passkey/options');
  const credential = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
  });
  const { id } = await post('/sign-in/passkey', { challenge_id, credential });
  return id;
}

/** Makes a passkey on this device and registers it. */
export async function registerPasskey(): Promise<void> {
  const { challenge_id, options } = await post('/account/passkeys/options');
  const credential = await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  });
  await post('/account/passkeys', { challenge_id, credential });
}
