import { describe, expect, test } from 'vitest';
import { createAuthenticator, type Authenticator } from '#support/desk/software-authenticator.ts';
import {
  registerPasskey,
  signInByMail,
  signInByPasskey,
  startDeskServer,
  type DeskClient,
  type Started,
} from '#support/desk/desk-server.ts';
import { deleteEnded } from '#server/operations/retention.ts';

const DONE = { status: 200 };
const NOT_VERIFIED = { status: 400, body: { hint: 'passkey_refused' } };
const CHALLENGE_GONE = { status: 400, body: { hint: 'challenge_gone' } };
const KEY_NEEDED = { status: 403, body: { hint: 'key_needed' } };
const NO_SESSION = { status: 403, body: { hint: 'no_session' } };

const desk = await startDeskServer();
await desk.addPerson('Olive', 'olive@firm.example', 'owner');
let people = 0;

/** Adds a member of staff with a passkey. @returns also the client whose session registered the passkey */
async function addPersonWithKey(key: Authenticator) {
  people += 1;
  const email = `keyholder-${people}@firm.example`;
  const id = await desk.addPerson(`Keyholder ${people}`, email, 'staff');
  const client = await signInByMail(desk, email);
  const { status, body } = await registerPasskey(desk, client, key);
  expect(status).toBe(200);
  return { id, email, client, passkeyId: (body as { id: string }).id };
}

const rename = (client: DeskClient, id: string, name: string) =>
  client.send('PATCH', `/account/passkeys/${id}`, { name });
const remove = (client: DeskClient, id: string) => client.send('DELETE', `/account/passkeys/${id}`);

const expireChallenge = (id: string) =>
  desk.database.admin.query(
    `update desk_auth.challenges set expires_at = expires_at - interval '5 minutes' where id = $1`,
    [id],
  );

test('a passkey can be registered, listed, renamed and removed, and it opens the desk', async () => {
  const key = createAuthenticator();
  const { client, passkeyId, id } = await addPersonWithKey(key);
  expect((await client.account()).body).toMatchObject({
    passkeys: [{ id: passkeyId, name: 'Passkey', last_used_at: null }],
  });
  expect(await rename(client, passkeyId, 'Phone')).toMatchObject(KEY_NEEDED);

  const signedIn = await signInByPasskey(desk, key);
  expect(signedIn).toMatchObject({ status: 200, body: { id } });
  expect(await signedIn.client.call('me')).toMatchObject({ status: 200, body: { id } });
  expect(await rename(signedIn.client, passkeyId, 'Phone')).toMatchObject({
    status: 200,
    body: { name: 'Phone', last_used_at: expect.any(String) as string },
  });
  expect(await remove(signedIn.client, passkeyId)).toMatchObject(DONE);
  await expect(signInByPasskey(desk, key)).resolves.toMatchObject(NOT_VERIFIED);
  await deleteEnded(desk.database.admin);
  expect((await signedIn.client.account()).body).toMatchObject({ passkeys: [] });
});

test('an account can have ten passkeys, and not eleven', async () => {
  const key = createAuthenticator();
  const { id } = await addPersonWithKey(key);
  const { client } = await signInByPasskey(desk, key);
  await desk.database.admin.query(
    `insert into desk_auth.passkeys (user_id, credential_id, public_key, counter, transports, name)
     select $1, gen_random_uuid(), '', 0, '{}', 'Passkey' from generate_series(2, 9)`,
    [id],
  );
  expect(await registerPasskey(desk, client, createAuthenticator())).toMatchObject(DONE);
  expect(await registerPasskey(desk, client, createAuthenticator())).toMatchObject({
    status: 422,
    body: { hint: 'too_many_passkeys' },
  });
});

test('registering a passkey notifies the person and the owners by mail, and is recorded as an event', async () => {
  const before = desk.sent.length;
  const { id, email } = await addPersonWithKey(createAuthenticator());
  await desk.settleMails();
  const told = desk.sent.slice(before).filter(({ subject }) => subject === 'A new key for the desk');
  expect(told.map(({ to }) => to).sort()).toEqual([email, 'olive@firm.example'].sort());
  expect(told[0]?.text).toContain('has added a new passkey');
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
  expect(await registerPasskey(desk, byMail, createAuthenticator())).toMatchObject(KEY_NEEDED);
  expect(await remove(byMail, passkeyId)).toMatchObject(KEY_NEEDED);
  expect(await byMail.post('/account/app')).toMatchObject(KEY_NEEDED);

  const byKey = await signInByPasskey(desk, key);
  expect(await registerPasskey(desk, byKey.client, createAuthenticator())).toMatchObject(DONE);

  const byLink = desk.openClient();
  await byLink.followLink(await desk.createLinkToken(id));
  expect(await registerPasskey(desk, byLink, createAuthenticator())).toMatchObject(DONE);
});

/** Makes a person's sessions as if they had been opened in another way, or earlier. */
const setSignIn = (id: string, way: 'passkey_at' | 'trial_at' | 'code_at', hoursAgo: number) =>
  desk.database.admin.query(
    `update desk_auth.sessions
     set code_at = null, passkey_at = null, trial_at = null, app_at = null, is_invited = false where user_id = '${id}';
     update desk_auth.sessions set ${way} = now() - interval '${hoursAgo} hours' where user_id = '${id}'`,
  );

test('a sign-in that is over 12 hours old, or by the link of a trial that has ended, cannot add another key', async () => {
  const key = createAuthenticator();
  const { id } = await addPersonWithKey(key);
  const { client } = await signInByPasskey(desk, key);
  const started = (await client.post('/account/passkeys/options')).body as unknown as Started;
  await setSignIn(id, 'passkey_at', 13);
  expect(await registerPasskey(desk, client, createAuthenticator())).toMatchObject(KEY_NEEDED);
  // Also if the sign-in became too old after the registration was started.
  const credential = createAuthenticator().create(started.options, { origin: desk.url });
  expect(
    await client.post('/account/passkeys', { challenge_id: started.challenge_id, credential }),
  ).toMatchObject(KEY_NEEDED);
  await setSignIn(id, 'trial_at', 0);
  expect(await registerPasskey(desk, client, createAuthenticator())).toMatchObject(KEY_NEEDED);
  await setSignIn(id, 'passkey_at', 11);
  expect(await registerPasskey(desk, client, createAuthenticator())).toMatchObject(DONE);
});

test('a mail code or a link of over 12 hours ago cannot add even the first key', async () => {
  people += 1;
  const email = `late-${people}@firm.example`;
  const id = await desk.addPerson('Late', email, 'staff');
  const client = await signInByMail(desk, email);
  await setSignIn(id, 'code_at', 13);
  expect(await registerPasskey(desk, client, createAuthenticator())).toMatchObject(KEY_NEEDED);
  await desk.database.admin.query('update desk_auth.sessions set is_invited = true where user_id = $1', [id]);
  expect(await registerPasskey(desk, client, createAuthenticator())).toMatchObject(KEY_NEEDED);
  await setSignIn(id, 'code_at', 11);
  expect(await registerPasskey(desk, client, createAuthenticator())).toMatchObject(DONE);
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
  expect(responses.map(({ status }) => status)).toEqual(clients.map(() => 200));
});

test("after a trial (no DESK_URL), a session opened by its link cannot add even the account's first key", async () => {
  people += 1;
  const email = `former-${people}@firm.example`;
  const id = await desk.addPerson('Former', email, 'owner');
  const client = await signInByMail(desk, email);
  await setSignIn(id, 'trial_at', 0);
  await desk.database.admin.query('update desk_auth.sessions set is_invited = true where user_id = $1', [id]);
  expect(await registerPasskey(desk, client, createAuthenticator())).toMatchObject(KEY_NEEDED);
  expect(await client.post('/account/app')).toMatchObject(KEY_NEEDED);
});

test("removing a passkey ends the person's other sessions, however they were opened", async () => {
  const [lost, kept] = [createAuthenticator(), createAuthenticator()];
  const { email, client: registering, passkeyId } = await addPersonWithKey(lost);
  const here = (await signInByPasskey(desk, lost)).client;
  await registerPasskey(desk, here, kept);
  const there = (await signInByPasskey(desk, lost)).client;
  const byMail = await signInByMail(desk, email);
  expect(await remove(here, passkeyId)).toMatchObject(DONE);
  for (const other of [registering, there, byMail]) expect(await other.account()).toMatchObject(NO_SESSION);
  expect(await here.account()).toMatchObject(DONE);
  expect(await here.call('me')).toMatchObject(DONE);
});

test('of five simultaneous removals of a passkey, one is made', async () => {
  const key = createAuthenticator();
  const { passkeyId } = await addPersonWithKey(key);
  const { client } = await signInByPasskey(desk, key);
  const responses = await Promise.all(Array.from({ length: 5 }, () => remove(client, passkeyId)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
});

async function startFor(client: DeskClient) {
  const { challenge_id: challengeId, options } = (await client.post('/account/passkeys/options'))
    .body as unknown as Started;
  const finish = (credential: unknown) =>
    client.post('/account/passkeys', { challenge_id: challengeId, credential });
  return { client, challengeId, options, finish };
}

async function startAsNewcomer() {
  people += 1;
  const email = `newcomer-${people}@firm.example`;
  await desk.addPerson('Newcomer', email, 'staff');
  return { email, ...(await startFor(await signInByMail(desk, email))) };
}

test.each([
  ['a word', 'usb'],
  ['a number', 7],
  ['NUL characters', ['usb\0']],
  ['lone surrogates', ['\ud800']],
  ['lists in a list', [['usb'], ['nfc', 'ble']]],
  ['HTML', ['<b>']],
])('a transports hint of %s is dropped, and the passkey is registered', async (_what, transports) => {
  const { email, options, finish } = await startAsNewcomer();
  const credential = createAuthenticator().create(options, { origin: desk.url });
  expect(await finish({ ...credential, response: { ...credential.response, transports } })).toMatchObject(
    DONE,
  );
  const { rows } = await desk.database.admin.query(
    'select transports from desk_auth.passkeys join desk_auth.users on users.id = user_id where email = $1',
    [email],
  );
  expect(rows).toEqual([{ transports: [] }]);
});

describe('registration', () => {
  test.each([
    ['from another origin', { origin: 'https://desk.evil.example' }],
    ['without user verification', { isVerified: false }],
  ])('registering a passkey is refused %s', async (_name, change) => {
    const { options, finish } = await startAsNewcomer();
    const credential = createAuthenticator().create(options, { origin: desk.url, ...change });
    expect(await finish(credential)).toMatchObject(NOT_VERIFIED);
  });

  test('registering a second passkey with the same challenge is refused', async () => {
    const key = createAuthenticator();
    await addPersonWithKey(key);
    // This session may add more passkeys, and each request has a new one: only the used challenge can be the reason for
    // a refusal.
    const { client, options, finish } = await startFor((await signInByPasskey(desk, key)).client);
    const register = () => finish(createAuthenticator().create(options, { origin: desk.url }));
    expect(await register()).toMatchObject(DONE);
    expect(await register()).toMatchObject(CHALLENGE_GONE);
    expect(await client.passkeys()).toHaveLength(2);
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
    const { challengeId, options, finish } = await startAsNewcomer();
    await expireChallenge(challengeId);
    const credential = createAuthenticator().create(options, { origin: desk.url });
    expect(await finish(credential)).toMatchObject(CHALLENGE_GONE);
  });

  test('registering a passkey is refused if somebody else has registered it', async () => {
    const key = createAuthenticator();
    await addPersonWithKey(key);
    const { options, finish } = await startAsNewcomer();
    expect(await finish(key.create(options, { origin: desk.url }))).toMatchObject({
      status: 422,
      body: { hint: 'passkey_exists' },
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
    expect(await signInByPasskey(desk, key)).toMatchObject(DONE);
    const refused = await signInByPasskey(desk, key, change);
    expect(refused).toMatchObject(NOT_VERIFIED);
    expect(refused.client.cookie()).toBeUndefined();
  });

  async function start() {
    const { challenge_id: challengeId, options } = (await desk.openClient().post('/sign-in/passkey/options'))
      .body as unknown as Started;
    const finish = (credential: unknown) =>
      desk.openClient().post('/sign-in/passkey', { challenge_id: challengeId, credential });
    return { challengeId, options, finish };
  }

  test('signing in with a passkey is refused with a response that was used before (replay)', async () => {
    const key = createAuthenticator();
    await addPersonWithKey(key);
    const { challengeId, credential } = await signInByPasskey(desk, key);
    const again = await desk.openClient().post('/sign-in/passkey', { challenge_id: challengeId, credential });
    expect(again).toMatchObject(CHALLENGE_GONE);
  });

  test('signing in with a passkey is refused with the challenge of a registration', async () => {
    const key = createAuthenticator();
    await addPersonWithKey(key);
    const { challengeId, options } = await startFor((await signInByPasskey(desk, key)).client);
    const credential = key.get({ challenge: options.challenge, rpId: 'localhost' }, { origin: desk.url });
    expect(
      await desk.openClient().post('/sign-in/passkey', { challenge_id: challengeId, credential }),
    ).toMatchObject(CHALLENGE_GONE);
  });

  test('signing in with a passkey is refused five minutes after it was started, and the challenge is deleted', async () => {
    const key = createAuthenticator();
    await addPersonWithKey(key);
    const [late, unused] = [await start(), await start()];
    expect(late.options.userVerification).toBe('required');
    for (const { challengeId } of [late, unused]) await expireChallenge(challengeId);
    expect(await late.finish(key.get(late.options, { origin: desk.url }))).toMatchObject(CHALLENGE_GONE);
    await deleteEnded(desk.database.admin);
    const { rows } = await desk.database.admin.query('select from desk_auth.challenges where id = any($1)', [
      [late.challengeId, unused.challengeId],
    ]);
    expect(rows).toEqual([]);
  });

  test('of five simultaneous sign-ins with the same signature counter (cloned authenticators), one succeeds', async () => {
    const key = createAuthenticator();
    await addPersonWithKey(key);
    const started = [];
    while (started.length < 5) started.push(await start());
    const responses = await Promise.all(
      started.map(({ options, finish }) => finish(key.get(options, { origin: desk.url, counter: 9 }))),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('signing in with a passkey is refused if nobody has registered it', async () => {
    expect(await signInByPasskey(desk, createAuthenticator())).toMatchObject(NOT_VERIFIED);
  });

  test("signing in with a passkey is refused with another passkey's signature", async () => {
    const [key, other] = [createAuthenticator(), createAuthenticator()];
    await addPersonWithKey(key);
    const { options, finish } = await start();
    const { response } = other.get(options, { origin: desk.url });
    expect(await finish({ ...key.get(options, { origin: desk.url }), response })).toMatchObject(NOT_VERIFIED);
  });
});
