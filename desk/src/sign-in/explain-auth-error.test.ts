import { expect, test } from 'vitest';
import { explainAuthError, type AuthStep } from './explain-auth-error.ts';

test.each<[string, object, AuthStep, RegExp]>([
  ['a wrong code', { name: 'AuthApiError', status: 403, code: 'otp_expired' }, 'mail-code', /does not work/],
  ['too many tries', { name: 'AuthApiError', status: 429 }, 'mail-code', /Too many tries.*15 minutes/],
  [
    'too many mails',
    { name: 'AuthApiError', status: 429, code: 'over_email_send_rate_limit' },
    'mail',
    /Too many codes/,
  ],
  ['no connection', { name: 'AuthRetryableFetchError', status: 0 }, 'passkey', /no connection/],
  ['a server that is down', { name: 'AuthRetryableFetchError', status: 503 }, 'mail', /does not answer/],
  ['a used link', { name: 'AuthApiError', status: 403, code: 'otp_expired' }, 'link', /works once/],
  [
    'a passkey prompt that was closed while signing in',
    { name: 'NotAllowedError', code: 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY' },
    'passkey',
    /No passkey was used/,
  ],
  [
    'a passkey prompt that was closed while adding a passkey',
    { name: 'WebAuthnError', cause: new DOMException('', 'NotAllowedError') },
    'register',
    /No passkey was made/,
  ],
  [
    'a wrong app code',
    { name: 'AuthApiError', status: 422, code: 'mfa_verification_failed' },
    'app-code',
    /next one/,
  ],
  [
    'an unknown error code',
    { name: 'AuthApiError', status: 400, code: 'brand_new' },
    'other',
    /did not work/,
  ],
  ['a session that has ended', { name: 'AuthSessionMissingError', status: 400 }, 'register', /has ended/],
  [
    'an account that already has a key',
    { status: 403, code: 'insufficient_aal' },
    'register',
    /ask an owner/,
  ],
  ['an error without a name, code or status', { message: 'odd' }, 'register', /could not be made/],
])('explains the error: %s', (_, error, step, words) => {
  expect(explainAuthError(error, step)).toMatch(words);
});

test('does not explain the end of a passkey prompt that a newer one has replaced', () => {
  expect(explainAuthError({ code: 'ERROR_CEREMONY_ABORTED' }, 'passkey')).toBeUndefined();
});
