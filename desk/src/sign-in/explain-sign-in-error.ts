import { Refusal, signInHint, Unavailable } from '../api/refusal.ts';

/** Whether the connection or the server failed, so that a retry may succeed. */
export const isUnreachable = (error: unknown): boolean => error instanceof Unavailable;

/** What the user was doing when the error occurred. `register` adds a passkey. */
export type SignInStep = 'passkey' | 'register' | 'mail' | 'mail-code' | 'link' | 'app-code' | 'other';

const SESSION_OVER = 'You have been signed out. Load the page again, and sign in.';

/** By the hint of the server's refusal, or the code of @simplewebauthn/browser. */
const BY_CODE: Readonly<Record<string, string>> = {
  code_wrong:
    'This code does not work. Codes last ten minutes, only the newest one counts, and after five wrong tries it is void. Check it, or ask for a new one.',
  app_code_wrong: 'This code does not match. Wait for the next one in the app and type that.',
  app_gone: 'There is no such authenticator app. It may have been removed. Load the page again.',
  app_exists: 'Your account has an authenticator app already. Remove it first, or sign in with it.',
  challenge_gone: 'That took too long. Please try again.',
  passkey_exists: 'This passkey is already yours here. Sign in with it.',
  passkey_refused:
    'This passkey was not accepted. It may have been removed. Use another one, or a code by email.',
  too_many_passkeys: 'You have as many passkeys as one person can. Remove one that you no longer use first.',
  key_needed:
    'Your account has a key already, so only a sign-in with it can do this. If you have lost it, ask an owner of the desk for a new link.',
  account_gone: 'This account has been ended. Ask an owner of the desk.',
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'This device already has a passkey for you. Sign in with it.',
  ERROR_INVALID_RP_ID:
    'Passkeys belong to one web address, and this is another. Open the desk at its own address.',
  ERROR_INVALID_DOMAIN: 'Passkeys need a web address with a name. Open the desk at its own address.',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
    'This device has no screen lock. Set a PIN, a fingerprint or a face first, or use an authenticator app.',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT:
    'This key cannot hold a passkey. Use another device, or an authenticator app.',
};

const TOO_MANY: Partial<Record<SignInStep, string>> = {
  mail: 'Too many codes were asked for. Wait 15 minutes, then try again. The newest email still works for ten minutes.',
  'mail-code': 'Too many tries. Wait 15 minutes, then ask for a new code.',
};

const OTHERWISE: Record<SignInStep, string> = {
  passkey: 'The passkey could not be used. Try again, or use a code by email.',
  register: 'The passkey could not be made. Try again, or use an authenticator app.',
  mail: 'The email could not be sent. Wait a minute, then try again.',
  'mail-code': 'This code does not work. Check it, or ask for a new one.',
  link: 'This link no longer works. Each link works once, and for 24 hours.',
  'app-code': 'This code does not match. Wait for the next one in the app and type that.',
  other: 'That did not work. Load the page again, then try once more.',
};

/** The code of a refusal or of @simplewebauthn/browser, and whether the browser's own prompt was closed. */
function factsOf(error: unknown): { code: string; isClosed: boolean } {
  if (error instanceof Refusal) return { code: error.hint, isClosed: false };
  const { name, code, cause } = (error ?? {}) as Record<string, unknown>;
  const isClosed = name === 'NotAllowedError' || (cause instanceof Error && cause.name === 'NotAllowedError');
  return { code: typeof code === 'string' ? code : '', isClosed };
}

/**
 * Says in plain words why signing in failed, and what to do.
 *
 * @returns undefined if a newer passkey prompt has replaced the one that failed, so that there is nothing to explain
 */
export function explainSignInError(error: unknown, step: SignInStep): string | undefined {
  if (error instanceof Unavailable) {
    return error.status === undefined
      ? 'There is no connection to the desk. Check yours, then try again.'
      : 'The desk does not answer just now. Wait a moment, then try again.';
  }
  const { code, isClosed } = factsOf(error);
  if (code === 'ERROR_CEREMONY_ABORTED') return undefined;
  if (signInHint(error) === 'no_session') return SESSION_OVER;
  if (code === 'too_many') return TOO_MANY[step] ?? 'Too many tries. Wait a few minutes, then try again.';
  if (step === 'link' && error instanceof Refusal) return OTHERWISE.link;
  const known = BY_CODE[code];
  if (known !== undefined) return known;
  // Browsers report the same error when a user cancels, when time runs out and when no passkey fits.
  if (isClosed) {
    return step === 'register'
      ? 'No passkey was made: the request was closed, or took too long. You can try again.'
      : 'No passkey was used: the request was closed, took too long, or this device has none for the desk.';
  }
  return OTHERWISE[step];
}
