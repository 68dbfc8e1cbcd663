import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticator, type Authenticator } from '../../tests/support/software-authenticator.ts';
import {
  registerPasskey,
  signInByMail,
  signInByPasskey,
  startDeskServer,
  type DeskClient,
  type DeskServer,
} from '../../tests/support/desk-server.ts';

const NOT_VERIFIED = { status: 400, code: 'webauthn_verification_failed' };
const USED = { status: 400, code: 'webauthn_challenge_not_found' };
const EXPIRED = { status: 400, code: 'webauthn_challenge_expired' };

let desk: DeskServer;
let people = 0;

beforeAll(async () => {
  desk = await startDeskServer();
  await desk.addPerson('Olive', 'olive@firm.example', 'owner');
});
afterAll(() => desk.close());

/** Adds a member of staff with a passkey. @returns also the client whose session registered the passkey */
async function addPersonWithKey(key: Authenticator) {
  people += 1;
  const email = `keyholder-${people}@firm.example`;
  const id = await desk.addPerson(`Keyholder ${people}`, email, 'staff');
  const client = await signInByMail(desk, email);
  const { data, error } = await registerPasskey(desk, client, key);
  expect(error).toBeNull();
  return { id, email, client, passkeyId: data && 'id' in data ? data.id : '' };
}

const expireChallenge = (id: string) =>
  desk.database.admin.query(
    `update desk_auth.challenges set expires_at = expires_at - interval '5 minutes' where id = $1`,
    [id],
  );

test('a passkey can be registered, listed, renamed and removed, and it opens the desk', async () => {
  const key = createAuthenticator();
  const { client, passkeyId, id } = await addPersonWithKey(key);
  expect(await client.auth.passkey.list()).toMatchObject({
    data: [{ id: passkeyId, friendly_name: 'Passkey', last_used_at: null }],
  });
  expect(await client.auth.passkey.update({ passkeyId, friendlyName: 'Phone' })).toMatchObject({
    error: { status: 403 },
  });

  const signedIn = await signInByPasskey(desk, key);
  expect(signedIn.error).toBeNull();
  const { data } = await signedIn.client.auth.getClaims();
  expect(data?.claims).toMatchObject({ sub: id, aal: 'aal1', amr: [{ method: 'passkey' }] });
  expect(await signedIn.client.rpc('me')).toMatchObject({ error: null, data: { id } });
  expect(await signedIn.client.auth.passkey.update({ passkeyId, friendlyName: 'Phone' })).toMatchObject({
    data: { friendly_name: 'Phone', last_used_at: expect.any(String) as string },
  });
  expect(await signedIn.client.auth.passkey.delete({ passkeyId })).toMatchObject({ error: null });
  await expect(signInByPasskey(desk, key)).resolves.toMatchObject({ error: NOT_VERIFIED });
});

test("somebody else's passkey can be neither renamed nor removed, and still opens the desk", async () => {
  const [key, theirKey] = [createAuthenticator(), createAuthenticator()];
  await addPersonWithKey(key);
  const { passkeyId } = await addPersonWithKey(theirKey);
  const { passkey } = (await signInByPasskey(desk, key)).client.auth;
  for (const id of [passkeyId, crypto.randomUUID()]) {
    for (const response of [
      await passkey.update({ passkeyId: id, friendlyName: 'Mine' }),
      await passkey.delete({ passkeyId: id }),
    ]) {
      expect(response).toMatchObject({ error: { status: 404, code: 'validation_failed' } });
    }
  }
  const theirs = await signInByPasskey(desk, theirKey);
  expect(await theirs.client.auth.passkey.list()).toMatchObject({ data: [{ friendly_name: 'Passkey' }] });
});

test('an account can have ten passkeys, and not eleven', async () => {
  const key = createAuthenticator();
  const { id } = await addPersonWithKey(key);
  const { client } = await signInByPasskey(desk, key);
  await desk.database.admin.query(
    `insert into desk_auth.passkeys (user_id, credential_id, public_key, counter, transports, friendly_name)
     select $1, gen_random_uuid(), '', 0, '{}', 'Passkey' from generate_series(2, 9)`,
    [id],
  );
  expect(await registerPasskey(desk, client, createAuthenticator())).toMatchObject({ error: null });
  expect(await registerPasskey(desk, client, createAuthenticator())).toMatchObject({
    error: { status: 422, code: 'too_many_passkeys' },
  });
});

test('registering a passkey notifies the person and the owners by mail, and is recorded as an event', async () => {
  const before = desk.sent.length;
  const { id, email } = await addPersonWithKey(createAuthenticator());
  await desk.settleMails();
  const told = desk.sent.slice(before).filter(({ subject }) => subject === 'A new key for the desk');
  expect(told.map(({ to }) => to).sort()).toEqual([email, 'olive@firm.example'].sort());
  const { rows } = await desk.database.admin.query(
    `select kind, facts from desk.events where actor = $1 and kind = 'key_added'`,
    [id],
  );
  expect(rows).toEqual([{ kind: 'key_added', facts: { kind: 'passkey' } }]);
});

test('a mail-code session can neither add a second key nor remove the first; a passkey session or a new one-time link can add one', async () => {
  const key = createAuthenticator();
  const { id, email, passkeyId } = await addPersonWithKey(key);
  const byMail = await signInByMail(desk, email);
  expect(await registerPasskey(desk, byMail, createAuthenticator())).toMatchObject({
    error: { status: 403, code: 'insufficient_aal' },
  });
  expect(await byMail.auth.passkey.delete({ passkeyId })).toMatchObject({
    error: { status: 403, code: 'insufficient_aal' },
  });
  expect(await byMail.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })).toMatchObject({
    error: { status: 403, code: 'insufficient_aal' },
  });

  const byKey = await signInByPasskey(desk, key);
  expect(await registerPasskey(desk, byKey.client, createAuthenticator())).toMatchObject({ error: null });

  const byLink = desk.openClient();
  await byLink.auth.verifyOtp({ token_hash: await desk.createLinkToken(id), type: 'email' });
  expect(await registerPasskey(desk, byLink, createAuthenticator())).toMatchObject({ error: null });
});

test('a sign-in that is over 12 hours old, or by the link of a trial that has ended, cannot add another key', async () => {
  const key = createAuthenticator();
  const { id } = await addPersonWithKey(key);
  const { client } = await signInByPasskey(desk, key);
  const setAmr = (method: string, hoursAgo: number) =>
    desk.database.admin.query(
      `update desk_auth.sessions set amr = jsonb_build_array(jsonb_build_object(
         'method', $2::text, 'timestamp', extract(epoch from now())::int - $3::int * 3600)), is_invited = false
       where user_id = $1`,
      [id, method, hoursAgo],
    );
  const REFUSED = { error: { status: 403, code: 'insufficient_aal' } };
  const { data } = await client.auth.passkey.startRegistration();
  if (!data) throw new Error('The server returned no passkey options.');
  await setAmr('passkey', 13);
  expect(await registerPasskey(desk, client, createAuthenticator())).toMatchObject(REFUSED);
  // Also if the sign-in became too old after the registration was started.
  const credential = createAuthenticator().create(data.options, { origin: desk.url });
  expect(
    await client.auth.passkey.verifyRegistration({ challengeId: data.challenge_id, credential }),
  ).toMatchObject(REFUSED);
  await setAmr('trial', 0);
  expect(await registerPasskey(desk, client, createAuthenticator())).toMatchObject(REFUSED);
  await setAmr('passkey', 11);
  expect(await registerPasskey(desk, client, createAuthenticator())).toMatchObject({ error: null });
});

test('eight people can register a passkey at the same time on four database connections', async () => {
  const clients = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      await desk.addPerson(`Early ${index}`, `early-${index}@firm.example`, 'staff');
      return signInByMail(desk, `early-${index}@firm.example`);
    }),
  );
  const responses = await Promise.all(
    clients.map((client) => registerPasskey(desk, client, createAuthenticator())),
  );
  expect(responses.map(({ error }) => error)).toEqual(clients.map(() => null));
});

test("after a trial (no DESK_URL), a session opened by its link cannot add even the account's first key", async () => {
  people += 1;
  const email = `former-${people}@firm.example`;
  const id = await desk.addPerson('Former', email, 'owner');
  const client = await signInByMail(desk, email);
  await desk.database.admin.query(
    `update desk_auth.sessions set is_invited = true, amr = replace(amr::text, '"otp"', '"trial"')::jsonb where user_id = $1`,
    [id],
  );
  const REFUSED = { error: { status: 403, code: 'insufficient_aal' } };
  expect(await registerPasskey(desk, client, createAuthenticator())).toMatchObject(REFUSED);
  expect(await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })).toMatchObject(REFUSED);
});

test("removing a passkey ends the person's other sessions, however they were opened", async () => {
  const [lost, kept] = [createAuthenticator(), createAuthenticator()];
  const { email, client: registering } = await addPersonWithKey(lost);
  const here = (await signInByPasskey(desk, lost)).client;
  await registerPasskey(desk, here, kept);
  const there = (await signInByPasskey(desk, lost)).client;
  const byMail = await signInByMail(desk, email);
  const passkeys = (await here.auth.passkey.list()).data ?? [];
  expect(await here.auth.passkey.delete({ passkeyId: passkeys[0]?.id ?? '' })).toMatchObject({ error: null });
  for (const other of [registering, there, byMail]) {
    expect(await other.auth.refreshSession()).toMatchObject({ error: { code: 'refresh_token_not_found' } });
  }
  expect((await here.auth.refreshSession()).error).toBeNull();
  expect(await here.rpc('me')).toMatchObject({ error: null });
});

test.each([
  ['a word', 'usb'],
  ['a number', 7],
  ['NUL characters', ['usb\0']],
  ['lone surrogates', ['\ud800']],
  ['lists in a list', [['usb'], ['nfc', 'ble']]],
  ['HTML', ['<b>']],
])('a transports hint of %s is dropped, and the passkey is registered', async (_what, transports) => {
  people += 1;
  const email = `way-${people}@firm.example`;
  await desk.addPerson('Way', email, 'staff');
  const client = await signInByMail(desk, email);
  const { data } = await client.auth.passkey.startRegistration();
  if (!data) throw new Error('The server returned no passkey options.');
  const credential = createAuthenticator().create(data.options, { origin: desk.url });
  const response = await client.auth.passkey.verifyRegistration({
    challengeId: data.challenge_id,
    credential: { ...credential, response: { ...credential.response, transports: transports as never } },
  });
  expect(response).toMatchObject({ error: null });
  const { rows } = await desk.database.admin.query(
    'select transports from desk_auth.passkeys join desk_auth.users on users.id = user_id where email = $1',
    [email],
  );
  expect(rows).toEqual([{ transports: [] }]);
});

describe('registration', () => {
  async function startFor(client: DeskClient) {
    const { data } = await client.auth.passkey.startRegistration();
    if (!data) throw new Error('The server returned no passkey options.');
    return { client, challengeId: data.challenge_id, options: data.options };
  }

  async function start() {
    people += 1;
    const email = `newcomer-${people}@firm.example`;
    await desk.addPerson('Newcomer', email, 'staff');
    return startFor(await signInByMail(desk, email));
  }

  test.each([
    ['from another origin', { origin: 'https://desk.evil.example' }],
    ['without user verification', { isVerified: false }],
  ])('registering a passkey is refused %s', async (_name, change) => {
    const { client, challengeId, options } = await start();
    const credential = createAuthenticator().create(options, { origin: desk.url, ...change });
    expect(await client.auth.passkey.verifyRegistration({ challengeId, credential })).toMatchObject({
      error: NOT_VERIFIED,
    });
  });

  test('registering a second passkey with the same challenge is refused', async () => {
    const key = createAuthenticator();
    await addPersonWithKey(key);
    // This session may add more passkeys, and each request has a new one: only the used challenge can be the reason for
    // a refusal.
    const { client, challengeId, options } = await startFor((await signInByPasskey(desk, key)).client);
    const register = () =>
      client.auth.passkey.verifyRegistration({
        challengeId,
        credential: createAuthenticator().create(options, { origin: desk.url }),
      });
    expect(await register()).toMatchObject({ error: null });
    expect(await register()).toMatchObject({ error: USED });
    expect((await client.auth.passkey.list()).data).toHaveLength(2);
  });

  test('the options make the authenticator verify the user, store the name and create no second passkey', async () => {
    const key = createAuthenticator();
    await addPersonWithKey(key);
    const { options } = await startFor((await signInByPasskey(desk, key)).client);
    expect(options).toMatchObject({
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: key.id }],
    });
  });

  test('registering a passkey is refused five minutes after it was started', async () => {
    const { client, challengeId, options } = await start();
    await expireChallenge(challengeId);
    const credential = createAuthenticator().create(options, { origin: desk.url });
    expect(await client.auth.passkey.verifyRegistration({ challengeId, credential })).toMatchObject({
      error: EXPIRED,
    });
  });

  test("registering a passkey is refused with somebody else's challenge", async () => {
    const [mine, theirs] = [await start(), await start()];
    const credential = createAuthenticator().create(theirs.options, { origin: desk.url });
    const response = await mine.client.auth.passkey.verifyRegistration({
      challengeId: theirs.challengeId,
      credential,
    });
    expect(response).toMatchObject({ error: USED });
  });

  test('registering a passkey is refused if somebody else has registered it', async () => {
    const key = createAuthenticator();
    await addPersonWithKey(key);
    const { client, challengeId, options } = await start();
    const credential = key.create(options, { origin: desk.url });
    expect(await client.auth.passkey.verifyRegistration({ challengeId, credential })).toMatchObject({
      error: { status: 422, code: 'webauthn_credential_exists' },
    });
  });
});

describe('sign-in', () => {
  test.each([
    ['from another origin', { origin: 'https://desk.evil.example' }],
    ['without user verification', { isVerified: false }],
    ["in another user's name", { userHandle: Buffer.from(crypto.randomUUID()).toString('base64url') }],
    ['with a signature counter that does not increase (a cloned authenticator)', { counter: 1 }],
  ])('signing in with a passkey is refused %s', async (_name, change) => {
    const key = createAuthenticator();
    await addPersonWithKey(key);
    expect(await signInByPasskey(desk, key)).toMatchObject({ error: null });
    expect(await signInByPasskey(desk, key, change)).toMatchObject({ error: NOT_VERIFIED });
  });

  test('signing in with a passkey is refused with a response that was used before (replay)', async () => {
    const key = createAuthenticator();
    await addPersonWithKey(key);
    const { challengeId, credential } = await signInByPasskey(desk, key);
    const again = await desk.openClient().auth.passkey.verifyAuthentication({ challengeId, credential });
    expect(again).toMatchObject({ error: USED });
  });

  async function start() {
    const { auth } = desk.openClient();
    const { data } = await auth.passkey.startAuthentication();
    if (!data) throw new Error('The server returned no passkey options.');
    return { auth, challengeId: data.challenge_id, options: data.options };
  }

  test('signing in with a passkey is refused five minutes after it was started, and the challenge is deleted', async () => {
    const key = createAuthenticator();
    await addPersonWithKey(key);
    const [late, unused] = [await start(), await start()];
    expect(late.options.userVerification).toBe('required');
    const credential = key.get(late.options, { origin: desk.url });
    for (const { challengeId } of [late, unused]) await expireChallenge(challengeId);
    expect(
      await late.auth.passkey.verifyAuthentication({ challengeId: late.challengeId, credential }),
    ).toMatchObject({ error: EXPIRED });
    await start();
    const { rows } = await desk.database.admin.query(
      'select from desk_auth.challenges where expires_at < now()',
    );
    expect(rows).toEqual([]);
  });

  test('of five simultaneous sign-ins with the same signature counter (cloned authenticators), one succeeds', async () => {
    const key = createAuthenticator();
    await addPersonWithKey(key);
    const started = [];
    while (started.length < 5) started.push(await start());
    const responses = await Promise.all(
      started.map(({ auth, challengeId, options }) =>
        auth.passkey.verifyAuthentication({
          challengeId,
          credential: key.get(options, { origin: desk.url, counter: 9 }),
        }),
      ),
    );
    expect(responses.filter(({ error }) => error === null)).toHaveLength(1);
  });

  test('signing in with a passkey is refused if nobody has registered it', async () => {
    expect(await signInByPasskey(desk, createAuthenticator())).toMatchObject({ error: NOT_VERIFIED });
  });

  test("signing in with a passkey is refused with another passkey's signature", async () => {
    const [key, other] = [createAuthenticator(), createAuthenticator()];
    await addPersonWithKey(key);
    const { auth, challengeId, options } = await start();
    const { response } = other.get(options, { origin: desk.url });
    const credential = { ...key.get(options, { origin: desk.url }), response };
    expect(await auth.passkey.verifyAuthentication({ challengeId, credential })).toMatchObject({
      error: NOT_VERIFIED,
    });
  });
});
