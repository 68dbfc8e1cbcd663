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
    'a closed prompt',
    { name: 'NotAllowedError', code: 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY' },
    'passkey',
    /No passkey was used/,
  ],
  [
    'a closed prompt, registering',
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
  ['a code of the future', { name: 'AuthApiError', status: 400, code: 'brand_new' }, 'other', /did not work/],
  ['a session that is gone', { name: 'AuthSessionMissingError', status: 400 }, 'register', /has ended/],
  ['a key that is there', { status: 403, code: 'insufficient_aal' }, 'register', /ask an owner/],
  ['something thrown', { message: 'odd' }, 'register', /could not be made/],
])('explains %s', (_, error, step, words) => {
  expect(explainAuthError(error, step)).toMatch(words);
});

test('says nothing about a request that the person has replaced', () => {
  expect(explainAuthError({ code: 'ERROR_CEREMONY_ABORTED' }, 'passkey')).toBeUndefined();
});
