import type { Call } from './call.ts';

export const SIGN_UP_CALLS: Call[] = [
  {
    name: 'signUp with an e-mail address',
    run: ({ auth }, { email, password }) =>
      auth.signUp({
        email,
        password,
        options: {
          data: { town: 'Ayr' },
          captchaToken: 'captcha',
          emailRedirectTo: 'http://127.0.0.1/welcome',
        },
      }),
    requests: ['POST /auth/v1/signup?redirect_to=http%3A%2F%2F127.0.0.1%2Fwelcome'],
    body: {
      email: 'ann@example.com',
      password: 'correct horse',
      data: { town: 'Ayr' },
      gotrue_meta_security: { captcha_token: 'captcha' },
      code_challenge: null,
      code_challenge_method: null,
    },
    live: (backend) => backend.createNewcomer(),
  },
  {
    name: 'signUp with a phone number',
    run: ({ auth }, { phone, password }) => auth.signUp({ phone, password }),
    requests: ['POST /auth/v1/signup'],
    body: {
      phone: '+441314960123',
      password: 'correct horse',
      data: {},
      channel: 'sms',
      gotrue_meta_security: {},
    },
    live: false,
  },
  {
    name: 'signUp with a phone number, by WhatsApp',
    run: ({ auth }, { phone, password }) =>
      auth.signUp({ phone, password, options: { channel: 'whatsapp' } }),
    requests: ['POST /auth/v1/signup'],
    body: {
      phone: '+441314960123',
      password: 'correct horse',
      data: {},
      channel: 'whatsapp',
      gotrue_meta_security: {},
    },
    live: false,
  },
  {
    name: 'signInAnonymously',
    run: ({ auth }) =>
      auth.signInAnonymously({ options: { data: { town: 'Ayr' }, captchaToken: 'captcha' } }),
    requests: ['POST /auth/v1/signup'],
    body: { data: { town: 'Ayr' }, gotrue_meta_security: { captcha_token: 'captcha' } },
    live: false,
  },
];
