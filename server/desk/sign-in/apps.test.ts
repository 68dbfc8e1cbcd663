import { generate } from 'otplib';
import { beforeEach, expect, test, vi } from 'vitest';
import { signInByMail, startDeskServer, type DeskClient } from '#support/desk/desk-server.ts';
import { waitUntil } from '#support/runner/wait-until.ts';
import { deleteEnded } from '#server/operations/retention.ts';

const STEP_SECONDS = 30;
const DONE = { status: 200 };
const WRONG = { status: 422, body: { hint: 'app_code_wrong' } };
const KEY_NEEDED = { status: 403, body: { hint: 'key_needed' } };
const SECOND_FACTOR = { status: 403, body: { hint: 'second_factor' } };
const NO_SESSION = { status: 403, body: { hint: 'no_session' } };
const GONE = { status: 404, body: { hint: 'app_gone' } };

const desk = await startDeskServer();
let people = 0;

// Stops the clock: a code is valid for 30 seconds, which could end between its generation and its check.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});

async function signInNewcomer() {
  people += 1;
  const email = `app-${people}@firm.example`;
  const id = await desk.addPerson('App', email);
  return { id, email, client: await signInByMail(desk, email) };
}

/** The code that an authenticator app shows now, or a number of 30-second steps later. */
const codeOf = (secret: string, steps = 0) =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * STEP_SECONDS });

type NewApp = { id: string; secret: string; uri: string; qr_code: string };
const addApp = async (client: DeskClient) => {
  const { status, body } = await client.post('/account/app');
  expect(status).toBe(200);
  return body as unknown as NewApp;
};

const connect = async (client: DeskClient, { id, secret }: NewApp, steps = 0) =>
  client.post('/account/app/connect', { id, code: await codeOf(secret, steps) });
const enter = async (client: DeskClient, { secret }: Pick<NewApp, 'secret'>, steps = 0) =>
  client.post('/sign-in/app', { code: await codeOf(secret, steps) });
const remove = (client: DeskClient) => client.send('DELETE', '/account/app');
const readApp = async (client: DeskClient) => (await client.account()).body.app;

test('an authenticator app is connected by its first code, which makes the session strong and opens the desk', async () => {
  const { client, id, email } = await signInNewcomer();
  const other = await signInByMail(desk, email);
  const app = await addApp(client);
  expect(app.uri).toContain(`secret=${app.secret}`);
  expect(app.qr_code).toMatch(/^<svg/);
  expect(await readApp(client)).toBeNull();

  expect(await connect(client, app)).toMatchObject(DONE);
  expect(await readApp(client)).toMatchObject({ connected_at: expect.any(String) as string });
  expect(await client.call('me')).toMatchObject({ status: 200, body: { id } });
  // The person's other session is still weak.
  expect(await other.call('me')).toMatchObject(SECOND_FACTOR);
  expect(await enter(other, app, 1)).toMatchObject({ status: 200, body: { id } });
  expect(await other.call('me')).toMatchObject(DONE);
});

test('a session that becomes strong gets a new token, and the former one is worth nothing (fixation)', async () => {
  const { client, email } = await signInNewcomer();
  const app = await addApp(client);
  const tokens = [client.cookie()];
  await connect(client, app, -1);
  tokens.push(client.cookie());
  const other = await signInByMail(desk, email);
  tokens.push(other.cookie());
  await enter(other, app);
  tokens.push(other.cookie());
  expect(new Set(tokens).size).toBe(4);
  const attacker = desk.openClient();
  for (const former of [tokens[0], tokens[2]]) {
    attacker.setCookie(former);
    expect(await attacker.account()).toMatchObject(NO_SESSION);
  }
  // A session that is strong already keeps its token, because other requests with it may be under way.
  await enter(other, app, 1);
  expect(other.cookie()).toBe(tokens[3]);
});

test('another new app replaces only one of the same person that is not connected yet', async () => {
  const { client, id, email } = await signInNewcomer();
  const stranger = await signInNewcomer();
  const theirs = await addApp(stranger.client);
  const abandoned = await addApp(client);
  const app = await addApp(client);
  expect(await connect(client, abandoned)).toMatchObject(GONE);
  expect(await connect(client, app)).toMatchObject(DONE);

  expect(await client.post('/account/app')).toMatchObject({ status: 422, body: { hint: 'app_exists' } });
  expect(await enter(client, app, 1)).toMatchObject(DONE);

  // The app was recorded, and mailed about, only when it was connected.
  const { rows } = await desk.database.admin.query(
    `select facts from desk.events where actor = $1 and kind = 'key_added'`,
    [id],
  );
  expect(rows).toEqual([{ facts: { kind: 'app' } }]);
  await desk.settleMails();
  const told = desk.sent.filter(({ to, subject }) => to === email && subject === 'A new key for the desk');
  expect(told).toHaveLength(1);
  expect(told[0]?.text).toContain('has added a new authenticator app');

  expect(await connect(stranger.client, theirs)).toMatchObject(DONE);
});

test('of two new apps that are connected at the same time, one is', async () => {
  const { client, id } = await signInNewcomer();
  const first = await addApp(client);
  // Two requests for a new app that cross each other leave two.
  const { rows } = await desk.database.admin.query<{ id: string }>(
    'insert into desk_auth.apps (user_id, secret) values ($1, $2) returning id',
    [id, first.secret],
  );
  const second = { ...first, id: (rows as [{ id: string }])[0].id };
  const responses = await Promise.all([connect(client, first), connect(client, second)]);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a code works once, even if two requests send it at the same time', async () => {
  const { client, email, id } = await signInNewcomer();
  const app = await addApp(client);
  await connect(client, app, -1);

  const again = await signInByMail(desk, email);
  const other = await signInByMail(desk, email);
  // With this lock, both requests check the code before either stores that it was used.
  const locker = await desk.database.connectAs('postgres');
  await locker.query('begin');
  await locker.query('select from desk_auth.apps where user_id = $1 for no key update', [id]);
  const requests = [again, other].map((session) => enter(session, app));
  await waitUntil('both requests wait for the lock', async () => {
    const { rowCount } = await desk.database.admin.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount === 2;
  });
  await locker.query('commit');
  const responses = await Promise.all(requests);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  const third = await signInByMail(desk, email);
  expect(await enter(third, app)).toMatchObject(WRONG);
  expect(await enter(third, app, -1)).toMatchObject(WRONG);
});

test('a code that is two minutes old, or from another app, is refused', async () => {
  const { client } = await signInNewcomer();
  const app = await addApp(client);
  expect(await connect(client, app, -4)).toMatchObject(WRONG);
  expect(await connect(client, { ...app, secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' })).toMatchObject(WRONG);
  expect(await client.call('me')).toMatchObject({ status: 403 });
});

test("somebody else's new app, and an account without an app, are not found", async () => {
  const { client } = await signInNewcomer();
  const app = await addApp(client);
  const other = await signInNewcomer();
  expect(await connect(other.client, app)).toMatchObject(GONE);
  for (const { client: session } of [{ client }, other]) {
    expect(await enter(session, app)).toMatchObject(GONE);
    expect(await remove(session)).toMatchObject(GONE);
  }
});

test('removing an authenticator app needs its code, makes that session weak again and ends the other sessions', async () => {
  const { client, email } = await signInNewcomer();
  const app = await addApp(client);
  await connect(client, app);

  const byMail = await signInByMail(desk, email);
  expect(await remove(byMail)).toMatchObject({ status: 403, body: { hint: 'app_needed' } });
  // An authenticator app is a key too, so a mail code alone does not add another key.
  expect(await byMail.post('/account/passkeys/options')).toMatchObject(KEY_NEEDED);
  expect(await byMail.post('/account/app')).toMatchObject(KEY_NEEDED);
  const other = await signInByMail(desk, email);
  await enter(other, app, 1);
  expect(await remove(client)).toMatchObject(DONE);
  expect(await client.call('me')).toMatchObject(SECOND_FACTOR);
  for (const session of [other, byMail]) expect(await session.account()).toMatchObject(NO_SESSION);
  expect(await readApp(client)).toBeNull();
  await deleteEnded(desk.database.admin);
  // Without a key, the account can get a first one again.
  expect(await connect(client, await addApp(client))).toMatchObject(DONE);
});

test('a session whose code was entered 13 hours ago cannot remove the authenticator app', async () => {
  const { client, id } = await signInNewcomer();
  const app = await addApp(client);
  await connect(client, app);
  await desk.database.admin.query(
    `update desk_auth.sessions set app_at = now() - interval '13 hours' where user_id = $1`,
    [id],
  );
  expect(await client.call('me')).toMatchObject({ status: 403, body: { hint: 'too_old' } });
  expect(await remove(client)).toMatchObject(KEY_NEEDED);
  expect(await enter(client, app, 1)).toMatchObject(DONE);
  expect(await client.call('me')).toMatchObject(DONE);
  expect(await remove(client)).toMatchObject(DONE);
});

test('eight people can connect an authenticator app at the same time on four database connections', async () => {
  const newcomers = await Promise.all(Array.from({ length: 8 }, signInNewcomer));
  const responses = await Promise.all(
    newcomers.map(async ({ client }) => connect(client, await addApp(client))),
  );
  expect(responses.map(({ status }) => status)).toEqual(newcomers.map(() => 200));
});

test('an app whose first code nobody has typed is deleted after a day', async () => {
  const { client, id } = await signInNewcomer();
  await addApp(client);
  const count = async () =>
    (await desk.database.admin.query('select from desk_auth.apps where user_id = $1', [id])).rowCount;
  await deleteEnded(desk.database.admin);
  expect(await count()).toBe(1);
  await desk.database.admin.query(
    `update desk_auth.apps set created_at = created_at - interval '25 hours' where user_id = $1`,
    [id],
  );
  await deleteEnded(desk.database.admin);
  expect(await count()).toBe(0);
});
