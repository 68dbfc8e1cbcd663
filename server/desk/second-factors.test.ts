import { generate } from 'otplib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  signInByMail,
  startDeskServer,
  type DeskClient,
  type DeskServer,
} from '../../tests/support/desk-server.ts';
import { waitUntil } from '../../tests/support/wait-until.ts';

const STEP_SECONDS = 30;
const WRONG = { status: 422, code: 'mfa_verification_failed' };

let desk: DeskServer;
let people = 0;

beforeAll(async () => {
  desk = await startDeskServer();
  // Stops the clock, because a code would expire if a step ended between its generation and its check.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterAll(async () => {
  vi.useRealTimers();
  await desk.close();
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

async function enroll(client: DeskClient, friendlyName = 'Phone') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return { factorId: data.id, ...data.totp };
}

test('an authenticator app is enrolled by its first code, which raises the session to aal2 and opens the desk', async () => {
  const { client, id, email } = await signInNewcomer();
  const other = await signInByMail(desk, email);
  const { factorId, secret, uri, qr_code: qrCode } = await enroll(client);
  expect(uri).toContain(`secret=${secret}`);
  expect(qrCode).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
  expect((await client.auth.mfa.listFactors()).data?.totp).toEqual([]);

  const verified = await client.auth.mfa.challengeAndVerify({ factorId, code: await codeOf(secret) });
  expect(verified.error).toBeNull();
  expect((await client.auth.getClaims()).data?.claims).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'totp' }, { method: 'otp' }],
  });
  expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([{ id: factorId }]);
  expect(await client.rpc('me')).toMatchObject({ error: null, data: { id } });
  // The session is still aal2 after a refresh.
  await client.auth.refreshSession();
  expect(await client.rpc('me')).toMatchObject({ error: null });
  // The person's other session is not.
  await other.auth.refreshSession();
  expect(await other.rpc('me')).toMatchObject({ status: 403, error: { hint: 'second_factor' } });
});

test('enrolling another authenticator app replaces only one of the same person that is not verified yet', async () => {
  const { client, id, email } = await signInNewcomer();
  const stranger = await signInNewcomer();
  const theirs = await enroll(stranger.client);
  const abandoned = await enroll(client);
  const { factorId, secret } = await enroll(client);
  const { mfa } = client.auth;
  expect(await mfa.challenge({ factorId: abandoned.factorId })).toMatchObject({ error: { status: 404 } });
  expect(await mfa.challengeAndVerify({ factorId, code: await codeOf(secret) })).toMatchObject({
    error: null,
  });

  expect(await mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })).toMatchObject({
    error: { status: 422, code: 'mfa_factor_name_conflict' },
  });
  const tablet = await enroll(client, 'Tablet');
  expect((await mfa.listFactors()).data?.all).toMatchObject([
    { id: factorId, status: 'verified' },
    { id: tablet.factorId, status: 'unverified' },
  ]);
  expect(await mfa.challengeAndVerify({ factorId, code: await codeOf(secret, 1) })).toMatchObject({
    error: null,
  });
  expect(await mfa.unenroll({ factorId: tablet.factorId })).toMatchObject({ error: null });
  expect((await mfa.listFactors()).data?.all).toMatchObject([{ id: factorId }]);

  // The working app was recorded, and mailed about, only when it was verified.
  const { rows } = await desk.database.admin.query(
    `select facts from desk.events where actor = $1 and kind = 'key_added'`,
    [id],
  );
  expect(rows).toEqual([{ facts: { kind: 'totp' } }]);
  await desk.settleMails();
  const told = desk.sent.filter(({ to, subject }) => to === email && subject === 'A new key for the desk');
  expect(told).toHaveLength(1);

  const code = await codeOf(theirs.secret);
  const { error } = await stranger.client.auth.mfa.challengeAndVerify({ factorId: theirs.factorId, code });
  expect(error).toBeNull();
});

test('a challenge works once, for its own app, within five minutes', async () => {
  const { client } = await signInNewcomer();
  const { factorId, secret } = await enroll(client);
  const stranger = await signInNewcomer();
  const challenge = async ({ auth }: DeskClient, id: string) =>
    (await auth.mfa.challenge({ factorId: id })).data?.id ?? '';
  const verify = async (challengeId: string, steps: number) => {
    const code = await codeOf(secret, steps);
    return (await client.auth.mfa.verify({ factorId, challengeId, code })).error;
  };
  const NOT_FOUND = { status: 422, code: 'mfa_factor_not_found' };
  const theirs = await challenge(stranger.client, (await enroll(stranger.client)).factorId);
  expect(await verify(theirs, 0)).toMatchObject(NOT_FOUND);

  const late = await challenge(client, factorId);
  await desk.database.admin.query(
    `update desk_auth.challenges set expires_at = expires_at - interval '5 minutes' where id = $1`,
    [late],
  );
  expect(await verify(late, 0)).toMatchObject({ status: 422, code: 'mfa_challenge_expired' });

  const challengeId = await challenge(client, factorId);
  expect(await verify(late, 0)).toMatchObject(NOT_FOUND);
  expect(await verify(challengeId, 0)).toBeNull();
  expect(await verify(challengeId, 1)).toMatchObject(NOT_FOUND);
});

test('a code works once, even if two requests send it at the same time', async () => {
  const { client, email } = await signInNewcomer();
  const { factorId, secret } = await enroll(client);
  await client.auth.mfa.challengeAndVerify({ factorId, code: await codeOf(secret, -1) });

  const code = await codeOf(secret, 0);
  const again = await signInByMail(desk, email);
  const other = await signInByMail(desk, email);
  // With this lock, both requests check the code before either stores that it was used.
  const locker = await desk.database.connectAs('postgres');
  await locker.query('begin');
  await locker.query('select from desk_auth.factors where id = $1 for no key update', [factorId]);
  const requests = [again, other].map(({ auth }) => auth.mfa.challengeAndVerify({ factorId, code }));
  await waitUntil('both requests wait for the lock', async () => {
    const { rowCount } = await desk.database.admin.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount === 2;
  });
  await locker.query('commit');
  const responses = await Promise.all(requests);
  expect(responses.filter(({ error }) => error === null)).toHaveLength(1);
  expect(await other.auth.mfa.challengeAndVerify({ factorId, code })).toMatchObject({ error: WRONG });
  expect(await other.auth.mfa.challengeAndVerify({ factorId, code: await codeOf(secret, -1) })).toMatchObject(
    {
      error: WRONG,
    },
  );
});

test('a code that is two minutes old, or from another app, is refused', async () => {
  const { client } = await signInNewcomer();
  const { factorId, secret } = await enroll(client);
  for (const code of [await codeOf(secret, -4), await codeOf('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')]) {
    expect(await client.auth.mfa.challengeAndVerify({ factorId, code })).toMatchObject({ error: WRONG });
  }
  expect(await client.rpc('me')).toMatchObject({ status: 403 });
});

test("somebody else's factor is not found", async () => {
  const { client } = await signInNewcomer();
  const { factorId } = await enroll(client);
  const other = await signInNewcomer();
  const responses = [
    await other.client.auth.mfa.challenge({ factorId }),
    await other.client.auth.mfa.unenroll({ factorId }),
  ];
  for (const response of responses)
    expect(response).toMatchObject({ error: { status: 404, code: 'mfa_factor_not_found' } });
});

test('removing an authenticator app needs its code, lowers that session to aal1 and ends the other sessions', async () => {
  const { client, email } = await signInNewcomer();
  const { factorId, secret } = await enroll(client);
  await client.auth.mfa.challengeAndVerify({ factorId, code: await codeOf(secret) });

  const byMail = await signInByMail(desk, email);
  expect(await byMail.auth.mfa.unenroll({ factorId })).toMatchObject({
    error: { status: 422, code: 'insufficient_aal' },
  });
  // An authenticator app is a key too, so a mail code alone does not add another key.
  for (const response of [
    await byMail.auth.passkey.startRegistration(),
    await byMail.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' }),
  ]) {
    expect(response).toMatchObject({ error: { status: 403, code: 'insufficient_aal' } });
  }
  const other = await signInByMail(desk, email);
  await other.auth.mfa.challengeAndVerify({ factorId, code: await codeOf(secret, 1) });
  expect(await client.auth.mfa.unenroll({ factorId })).toMatchObject({ error: null });
  await client.auth.refreshSession();
  expect((await client.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'otp' }]);
  expect(await client.rpc('me')).toMatchObject({ status: 403, error: { hint: 'second_factor' } });
  expect(await other.auth.refreshSession()).toMatchObject({ error: { code: 'refresh_token_not_found' } });
});

test('a session whose code was entered 13 hours ago cannot remove the authenticator app', async () => {
  const { client, id } = await signInNewcomer();
  const { factorId, secret } = await enroll(client);
  await client.auth.mfa.challengeAndVerify({ factorId, code: await codeOf(secret) });
  await desk.database.admin.query(
    `update desk_auth.sessions set amr = jsonb_build_array(jsonb_build_object(
       'method', 'totp', 'timestamp', extract(epoch from now())::int - 13 * 3600))
     where user_id = $1`,
    [id],
  );
  expect(await client.auth.mfa.unenroll({ factorId })).toMatchObject({
    error: { status: 403, code: 'insufficient_aal' },
  });
});

test('eight people can enrol an authenticator app at the same time on four database connections', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, signInNewcomer));
  const responses = await Promise.all(
    people.map(async ({ client }) => {
      const { factorId, secret } = await enroll(client);
      return client.auth.mfa.challengeAndVerify({ factorId, code: await codeOf(secret) });
    }),
  );
  expect(responses.map(({ error }) => error)).toEqual(people.map(() => null));
});
