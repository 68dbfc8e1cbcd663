/**
 * Section 7 of the firm's specification: the calls that are available in the client, each with the method, path and
 * body fields that the specification names. The site makes the first two.
 */
import { describe, expect, test } from 'vitest';
import { PUBLISHABLE_KEY } from '../../support/server/publishable-key.ts';
import { createTestApp } from '../../support/server/test-app.ts';
import { createToken, openClient, STORAGE_KEY, STORED, type SiteClient } from './open-client.ts';

type Run = (auth: SiteClient['auth'], client: SiteClient) => unknown;

const email = 'ann@example.com';
const phone = '+441314960123';
const password = 'correct horse';
const data = { town: 'Ayr' };
const userId = '0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c11';
const id = '0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c12';
const captcha = { gotrue_meta_security: { captcha_token: 'captcha' } };
const lead = { name: 'Iain', phone: '0131 496 0123', message: 'Hi', source: 'chat_widget' as const };
const webauthn = {
  type: 'create',
  rpId: 'firm.example',
  credential_response: { toJSON: () => ({ id: 'key' }) },
} as never;
const oauth = { client_name: 'Valuer', redirect_uris: ['https://valuer.example/callback'] };

const { app } = createTestApp();

/**
 * The client of a signed-in user sends this request, with at least these fields in the body and with the publishable
 * key. This repository's server answers the two calls of the site, and 404 to all others.
 */
function sends(request: string, body: object | null, run: Run, serverStatus = 404) {
  test(`${request} ${Object.keys(body ?? {}).join(', ')}`, async () => {
    const { auth, client, requests } = await openClient({ session: STORED });
    await run(auth, client);
    expect(requests.map(({ line }) => line)).toContain(request);
    const sent = requests.find(({ line }) => line === request);
    if (body) expect(sent?.body).toMatchObject(body);
    else expect(sent?.body).toBeUndefined();
    if (!sent?.isNavigation) expect(sent?.request.headers.get('apikey')).toBe(PUBLISHABLE_KEY);
    if (sent) expect(await app.request(sent.request)).toMatchObject({ status: serverStatus });
  });
}

const asks: typeof sends = (request, body, run) => sends(request.replace(' ', ' /auth/v1'), body, run);

describe('the two calls of the site', () => {
  sends('POST /rest/v1/leads', lead, (_, client) => client.from('leads').insert(lead), 201);
  sends(
    'POST /functions/v1/send-email',
    lead,
    (_, { functions }) => functions.invoke('send-email', { body: lead }),
    202,
  );
});

describe('the other services that the client reaches', () => {
  sends('GET /storage/v1/bucket', null, (_, { storage }) => storage.listBuckets());
  sends(`GET /realtime/v1/websocket?apikey=${PUBLISHABLE_KEY}&vsn=2.0.0`, null, (_, client) =>
    client.channel('leads').subscribe(),
  );
});

describe('the calls of the auth service', () => {
  asks('POST /signup', { email, password, data, ...captcha, code_challenge: null }, (auth) =>
    auth.signUp({ email, password, options: { data, captchaToken: 'captcha' } }),
  );
  asks('POST /signup', { phone, password, channel: 'whatsapp' }, (auth) =>
    auth.signUp({ phone, password, options: { channel: 'whatsapp' } }),
  );
  asks('POST /signup', { data }, (auth) => auth.signInAnonymously({ options: { data } }));
  asks('POST /token?grant_type=password', { email, password }, (auth) =>
    auth.signInWithPassword({ email, password }),
  );
  asks('POST /token?grant_type=password', { phone, password }, (auth) =>
    auth.signInWithPassword({ phone, password }),
  );
  asks('POST /token?grant_type=refresh_token', { refresh_token: 'stored' }, (auth) => auth.refreshSession());
  asks('POST /token?grant_type=pkce', { auth_code: 'code', code_verifier: 'verifier' }, (auth) => {
    window.localStorage.setItem(`${STORAGE_KEY}-code-verifier`, '"verifier"');
    return auth.exchangeCodeForSession('code');
  });
  asks(
    'POST /token?grant_type=id_token',
    { provider: 'google', id_token: 'id', access_token: 'access', nonce: 'n' },
    (auth) => auth.signInWithIdToken({ provider: 'google', token: 'id', access_token: 'access', nonce: 'n' }),
  );
  asks(
    'POST /token?grant_type=id_token',
    { provider: 'google', id_token: 'id', link_identity: true },
    (auth) => auth.linkIdentity({ provider: 'google', token: 'id' }),
  );
  asks(
    'POST /token?grant_type=web3',
    { chain: 'ethereum', message: 'I am Ann.', signature: '0x01' },
    (auth) => auth.signInWithWeb3({ chain: 'ethereum', message: 'I am Ann.', signature: '0x01' }),
  );
  asks('POST /otp', { email, data, create_user: false }, (auth) =>
    auth.signInWithOtp({ email, options: { data, shouldCreateUser: false } }),
  );
  asks('POST /otp', { phone, create_user: true, channel: 'whatsapp' }, (auth) =>
    auth.signInWithOtp({ phone, options: { channel: 'whatsapp' } }),
  );
  asks('POST /verify', { email, token: '123456', type: 'email' }, (auth) =>
    auth.verifyOtp({ email, token: '123456', type: 'email' }),
  );
  asks('POST /verify', { token_hash: 'hash', type: 'recovery' }, (auth) =>
    auth.verifyOtp({ token_hash: 'hash', type: 'recovery' }),
  );
  asks('POST /resend', { email, type: 'signup' }, (auth) => auth.resend({ email, type: 'signup' }));
  asks('POST /resend', { phone, type: 'sms' }, (auth) => auth.resend({ phone, type: 'sms' }));
  asks('POST /recover', { email }, (auth) => auth.resetPasswordForEmail(email));
  asks('POST /sso', { provider_id: id }, (auth) => auth.signInWithSSO({ providerId: id }));
  asks('POST /sso', { domain: 'example.com' }, (auth) => auth.signInWithSSO({ domain: 'example.com' }));
  asks('POST /logout?scope=global', null, (auth) => auth.signOut());
  asks('POST /logout?scope=local', null, (auth) => auth.signOut({ scope: 'local' }));
  asks('POST /logout?scope=others', null, (auth) => auth.signOut({ scope: 'others' }));
  asks('GET /authorize?provider=github', null, (auth) => auth.signInWithOAuth({ provider: 'github' }));
  asks('GET /user/identities/authorize?provider=github&skip_http_redirect=true', null, (auth) =>
    auth.linkIdentity({ provider: 'github' }),
  );
  asks(`DELETE /user/identities/${id}`, null, (auth) =>
    auth.unlinkIdentity({ id: '1', user_id: '2', identity_id: id, provider: 'github' }),
  );
  asks('GET /user', null, (auth) => auth.getUser());
  asks('PUT /user', { email, password, data }, (auth) => auth.updateUser({ email, password, data }));
  asks('GET /reauthenticate', null, (auth) => auth.reauthenticate());
  asks('POST /factors', { friendly_name: 'App', factor_type: 'totp', issuer: 'firm' }, (auth) =>
    auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App', issuer: 'firm' }),
  );
  asks('POST /factors', { friendly_name: 'Mine', factor_type: 'phone', phone }, (auth) =>
    auth.mfa.enroll({ factorType: 'phone', friendlyName: 'Mine', phone }),
  );
  asks('DELETE /factors/factor', null, (auth) => auth.mfa.unenroll({ factorId: 'factor' }));
  asks('POST /factors/factor/challenge', {}, (auth) => auth.mfa.challenge({ factorId: 'factor' }));
  asks('POST /factors/factor/verify', { challenge_id: 'challenge', code: '123456' }, (auth) =>
    auth.mfa.verify({ factorId: 'factor', challengeId: 'challenge', code: '123456' }),
  );
  asks('POST /factors/factor/verify', { challenge_id: 'challenge', webauthn: { type: 'create' } }, (auth) =>
    auth.mfa.verify({ factorId: 'factor', challengeId: 'challenge', webauthn }),
  );
  asks('GET /.well-known/jwks.json', null, (auth) => auth.getClaims(createToken('ES256', 'key-1')));
  asks('POST /invite', { email, data }, ({ admin }) => admin.inviteUserByEmail(email, { data }));
  asks('POST /admin/generate_link', { type: 'magiclink', email }, ({ admin }) =>
    admin.generateLink({ type: 'magiclink', email }),
  );
  asks('POST /admin/users', { email }, ({ admin }) => admin.createUser({ email }));
  asks('GET /admin/users?page=2&per_page=50', null, ({ admin }) => admin.listUsers({ page: 2, perPage: 50 }));
  asks(`GET /admin/users/${userId}`, null, ({ admin }) => admin.getUserById(userId));
  asks(`PUT /admin/users/${userId}`, { email }, ({ admin }) => admin.updateUserById(userId, { email }));
  asks(`DELETE /admin/users/${userId}`, { should_soft_delete: true }, ({ admin }) =>
    admin.deleteUser(userId, true),
  );
  asks(`GET /admin/users/${userId}/factors`, null, ({ admin }) => admin.mfa.listFactors({ userId }));
  asks(`DELETE /admin/users/${userId}/factors/${id}`, null, ({ admin }) =>
    admin.mfa.deleteFactor({ userId, id }),
  );
  asks('GET /admin/oauth/clients?page=&per_page=', null, ({ admin }) => admin.oauth.listClients());
  asks('POST /admin/oauth/clients', oauth, ({ admin }) => admin.oauth.createClient(oauth));
  asks('GET /admin/oauth/clients/app', null, ({ admin }) => admin.oauth.getClient('app'));
  asks('DELETE /admin/oauth/clients/app', null, ({ admin }) => admin.oauth.deleteClient('app'));
  asks('POST /admin/oauth/clients/app/regenerate_secret', null, ({ admin }) =>
    admin.oauth.regenerateClientSecret('app'),
  );
});
