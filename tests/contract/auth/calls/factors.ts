import type { Call } from './call.ts';

export const FACTOR_CALLS: Call[] = [
  {
    name: 'mfa.enroll an authenticator app',
    run: ({ auth }) =>
      auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone app', issuer: 'example.com' }),
    as: 'user',
    requests: ['POST /auth/v1/factors'],
    body: { friendly_name: 'Phone app', factor_type: 'totp', issuer: 'example.com' },
    live: false,
  },
  {
    name: 'mfa.enroll a phone number',
    run: ({ auth }, { phone }) => auth.mfa.enroll({ factorType: 'phone', friendlyName: 'My phone', phone }),
    as: 'user',
    requests: ['POST /auth/v1/factors'],
    body: { friendly_name: 'My phone', factor_type: 'phone', phone: '+441314960123' },
    live: false,
  },
  {
    name: 'mfa.enroll a security key',
    run: ({ auth }) => auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'My key' }),
    as: 'user',
    requests: ['POST /auth/v1/factors'],
    body: { friendly_name: 'My key', factor_type: 'webauthn' },
    live: false,
  },
  {
    name: 'mfa.unenroll',
    run: ({ auth }) => auth.mfa.unenroll({ factorId: 'factor-1' }),
    as: 'user',
    requests: ['DELETE /auth/v1/factors/factor-1'],
    live: false,
  },
  {
    name: 'mfa.challenge',
    run: ({ auth }) => auth.mfa.challenge({ factorId: 'factor-1' }),
    as: 'user',
    requests: ['POST /auth/v1/factors/factor-1/challenge'],
    body: { factorId: 'factor-1' },
    live: false,
  },
  {
    name: 'mfa.verify with a code',
    run: ({ auth }) => auth.mfa.verify({ factorId: 'factor-1', challengeId: 'challenge-1', code: '123456' }),
    as: 'user',
    requests: ['POST /auth/v1/factors/factor-1/verify'],
    body: { challenge_id: 'challenge-1', code: '123456' },
    live: false,
  },
  {
    name: 'mfa.verify with a security key',
    run: ({ auth }) =>
      auth.mfa.verify({
        factorId: 'factor-1',
        challengeId: 'challenge-1',
        webauthn: {
          type: 'request',
          rpId: 'localhost',
          rpOrigins: ['http://localhost'],
          // What a browser's authenticator gives, as far as the client looks at it.
          credential_response: { toJSON: () => ({ id: 'credential-1' }) } as never,
        },
      }),
    as: 'user',
    requests: ['POST /auth/v1/factors/factor-1/verify'],
    body: {
      challenge_id: 'challenge-1',
      webauthn: {
        type: 'request',
        rpId: 'localhost',
        rpOrigins: ['http://localhost'],
        credential_response: { id: 'credential-1' },
      },
    },
    live: false,
  },
];
