import { expect, test } from 'vitest';
import { Refusal, Unavailable } from '../api/refusal.ts';
import { explainSignInError, type SignInStep } from './explain-sign-in-error.ts';

const refusal = (status: number, hint: string) => new Refusal(status, { hint, message: '' });

test.each<[string, object, SignInStep, RegExp]>([
  ['a wrong code', refusal(403, 'code_wrong'), 'mail-code', /does not work/],
  ['too many tries', refusal(429, 'too_many'), 'mail-code', /Too many tries.*15 minutes/],
  ['too many mails', refusal(429, 'too_many'), 'mail', /Too many codes/],
  ['too many starts with a passkey', refusal(429, 'too_many'), 'passkey', /a few minutes/],
  ['no connection', new Unavailable(''), 'passkey', /no connection/],
  ['a server that is down', new Unavailable('', { status: 503 }), 'mail', /does not answer/],
  ['a used link', refusal(403, 'link_wrong'), 'link', /works once/],
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
    'a device that has a passkey already',
    { name: 'InvalidStateError', code: 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' },
    'register',
    /already has a passkey/,
  ],
  ['a wrong app code', refusal(422, 'app_code_wrong'), 'app-code', /next one/],
  ['an unknown reason', refusal(400, 'brand_new'), 'other', /did not work/],
  ['a session that has ended', refusal(403, 'no_session'), 'register', /signed out/],
  ['an account that already has a key', refusal(403, 'key_needed'), 'register', /ask an owner/],
  ['an error without a name, code or status', { message: 'odd' }, 'register', /could not be made/],
])('explains the error: %s', (_, error, step, words) => {
  expect(explainSignInError(error, step)).toMatch(words);
});

test('does not explain the end of a passkey prompt that a newer one has replaced', () => {
  expect(explainSignInError({ code: 'ERROR_CEREMONY_ABORTED' }, 'passkey')).toBeUndefined();
});
