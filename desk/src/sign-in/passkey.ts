import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { post } from '../api/account.ts';

/** Signs in with a passkey of this device or of a nearby phone. @returns the person's id */
export async function signInWithPasskey(): Promise<string> {
  const { challenge_id, options } = await post('/sign-in/passkey/options');
  const credential = await startAuthentication({ optionsJSON: options });
  const { id } = await post('/sign-in/passkey', { challenge_id, credential });
  return id;
}

/** Makes a passkey on this device and registers it. */
export async function registerPasskey(): Promise<void> {
  const { challenge_id, options } = await post('/account/passkeys/options');
  const credential = await startRegistration({ optionsJSON: options });
  await post('/account/passkeys', { challenge_id, credential });
}
