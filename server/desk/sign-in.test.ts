import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../../tests/support/authenticator.ts';
import {
  registerPasskey,
  signInByMail,
  signInByPasskey,
  startDesk,
  type DeskClient,
  type TestDesk,
} from '../../tests/support/desk.ts';

let desk: TestDesk;
let people = 0;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

/** Somebody new on the staff. */
async function addSomebody(role: 'owner' | 'staff' = 'owner') {
  people += 1;
  const email = `person-${people}@firm.example`;
  return { email, id: await desk.addPerson(`Person ${people}`, email, role) };
}

const askForCode = (client: DeskClient, email: string) =>
  client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } });

const verify = (email: string, token: string) =>
  desk.openClient().auth.verifyOtp({ email, token, type: 'email' });

const EXPIRED = { status: 403, code: 'otp_expired' };

describe('a mail code', () => {
  test('an address that nobody has gets the same answer, and no mail', async () => {
    const { email } = await addSomebody();
    const before = desk.sent.length;
    const known = await askForCode(desk.openClient(), email);
    const unknown = await askForCode(desk.openClient(), 'nobody@elsewhere.example');
    expect(unknown).toEqual(known);
    await desk.settleMails();
    expect(desk.sent.slice(before).map(({ to }) => to)).toEqual([email]);
    expect(await verify('nobody@elsewhere.example', '12345678')).toMatchObject({ error: EXPIRED });
    expect(await verify(email, '12345678')).toMatchObject({ error: EXPIRED });
  });

  test('an address that nobody has costs the same statements, so that the time tells nothing', async () => {
    const { email } = await addSomebody();
    const countCodes = async () =>
      (await desk.database.admin.query('select from desk_auth.codes')).rows.length;
    const before = await countCodes();
    await askForCode(desk.openClient(), email);
    await askForCode(desk.openClient(), 'somebody.else@elsewhere.example');
    expect((await countCodes()) - before).toBe(2);
  });

  test('signing up is refused, and asking with "create" makes nobody', async () => {
    const client = desk.openClient();
    expect(await client.auth.signUp({ email: 'new@elsewhere.example', password: 'x' })).toMatchObject({
      error: { status: 404 },
    });
    expect(await client.auth.signInWithOtp({ email: 'new@elsewhere.example' })).toMatchObject({
      error: null,
    });
    const { rows } = await desk.database.admin.query(
      `select from desk_auth.users where email = 'new@elsewhere.example'`,
    );
    expect(rows).toEqual([]);
  });

  test('the right code works once, in any spelling of the address', async () => {
    const { email } = await addSomebody();
    await askForCode(desk.openClient(), email);
    const token = await desk.waitForCode(email);
    const { data, error } = await verify(email.toUpperCase(), token);
    expect(error).toBeNull();
    expect(data.session?.expires_in).toBe(900);
    expect(data.user?.email).toBe(email);
    expect(await verify(email, token)).toMatchObject({ error: EXPIRED });
  });

  test('the right code after five wrong ones is refused', async () => {
    const { email } = await addSomebody();
    await askForCode(desk.openClient(), email);
    const token = await desk.waitForCode(email);
    const wrong = token === '00000000' ? '00000001' : '00000000';
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await verify(email, wrong)).toMatchObject({ error: EXPIRED });
    }
    expect(await verify(email, token)).toMatchObject({ error: EXPIRED });
  });

  test('five right codes at once open one session', async () => {
    const { email, id } = await addSomebody();
    await askForCode(desk.openClient(), email);
    const token = await desk.waitForCode(email);
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify(email, token)));
    expect(answers.filter(({ data }) => data.session)).toHaveLength(1);
    const { rows } = await desk.database.admin.query('select from desk_auth.sessions where user_id = $1', [
      id,
    ]);
    expect(rows).toHaveLength(1);
  });

  test('after ten minutes it is void', async () => {
    const { email } = await addSomebody();
    await askForCode(desk.openClient(), email);
    const token = await desk.waitForCode(email);
    await desk.database.admin.query(
      `update desk_auth.codes set expires_at = expires_at - interval '10 minutes' where email = $1`,
      [email],
    );
    expect(await verify(email, token)).toMatchObject({ error: EXPIRED });
  });

  test('alone it opens nothing but the way to a key', async () => {
    const { email } = await addSomebody();
    const client = await signInByMail(desk, email);
    expect(await client.rpc('me')).toMatchObject({ status: 403, error: { hint: 'second_factor' } });
    expect(await client.auth.passkey.list()).toMatchObject({ data: [], error: null });
  });
});

describe('a session', () => {
  test('is described as supabase-js expects, with the claims that the gate reads', async () => {
    const { email, id } = await addSomebody();
    const client = await signInByMail(desk, email);
    const { data } = await client.auth.getClaims();
    expect(data?.claims).toMatchObject({
      sub: id,
      role: 'authenticated',
      aud: 'authenticated',
      email,
      aal: 'aal1',
      amr: [{ method: 'otp' }],
    });
    expect((data?.claims.exp ?? 0) - (data?.claims.iat ?? 0)).toBe(900);
  });

  test('refreshes, and each refresh token works once', async () => {
    const { email } = await addSomebody();
    const client = await signInByMail(desk, email);
    const first = (await client.auth.getSession()).data.session?.refresh_token ?? '';
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(first);
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
  });

  test('whose answer was lost gets the same token again, for a minute', async () => {
    const { email, id } = await addSomebody();
    const client = await signInByMail(desk, email);
    const lost = (await client.auth.getSession()).data.session?.refresh_token ?? '';
    const other = desk.openClient();
    const [one, two] = [
      await client.auth.refreshSession({ refresh_token: lost }),
      await other.auth.refreshSession({ refresh_token: lost }),
    ];
    expect(two.data.session?.refresh_token).toBe(one.data.session?.refresh_token);
    await desk.database.admin.query(
      `update desk_auth.sessions set refreshed_at = refreshed_at - interval '61 seconds' where user_id = $1`,
      [id],
    );
    expect(await other.auth.refreshSession({ refresh_token: lost })).toMatchObject({
      error: { status: 400, code: 'refresh_token_already_used' },
    });
  });

  test('ends when an old refresh token is used again', async () => {
    const { email } = await addSomebody();
    const client = await signInByMail(desk, email);
    const stolen = (await client.auth.getSession()).data.session?.refresh_token ?? '';
    await client.auth.refreshSession();
    await client.auth.refreshSession();
    expect(await desk.openClient().auth.refreshSession({ refresh_token: stolen })).toMatchObject({
      error: { status: 400, code: 'refresh_token_already_used' },
    });
    expect(await client.auth.refreshSession()).toMatchObject({
      error: { status: 400, code: 'refresh_token_not_found' },
    });
    expect((await client.auth.getUser()).error).not.toBeNull();
  });

  test.each([
    ['a changed number', (token: string) => token.replace(/\.0\./, '.1.')],
    ['a wrong signature', (token: string) => token.replace(/[^.]+$/, 'A'.repeat(43))],
    ['no token of ours', () => 'v1.MTIz'],
  ])('is not refreshed by %s', async (_name, change) => {
    const { email } = await addSomebody();
    const client = await signInByMail(desk, email);
    const token = (await client.auth.getSession()).data.session?.refresh_token ?? '';
    const answer = await desk.openClient().auth.refreshSession({ refresh_token: change(token) });
    expect(answer).toMatchObject({ error: { code: 'refresh_token_not_found' } });
  });

  test.each([
    ['local', [false, true]],
    ['others', [true, false]],
    ['global', [false, false]],
  ] as const)('signing out %s ends the right ones', async (scope, left) => {
    const { email } = await addSomebody();
    const [here, there] = [await signInByMail(desk, email), await signInByMail(desk, email)];
    const tokens = await Promise.all(
      [here, there].map(async ({ auth }) => (await auth.getSession()).data.session?.access_token),
    );
    expect(await here.auth.signOut({ scope })).toEqual({ error: null });
    const alive = await Promise.all(
      tokens.map(async (jwt) => (await desk.openClient().auth.getUser(jwt)).error === null),
    );
    expect(alive).toEqual(left);
  });

  test('of somebody who is no longer on the staff opens nothing', async () => {
    const { email, id } = await addSomebody('staff');
    const key = createAuthenticator();
    await registerPasskey(desk, await signInByMail(desk, email), key);
    const { client } = await signInByPasskey(desk, key);
    expect(await client.rpc('me')).toMatchObject({ error: null });
    await desk.database.admin.query('select desk.end_staff($1)', [id]);
    expect(await client.rpc('me')).toMatchObject({ status: 403, error: { hint: 'not_staff' } });
  });
});

describe('a one-time link', () => {
  const open = (token: string) => desk.openClient().auth.verifyOtp({ token_hash: token, type: 'email' });

  test('works once, for 24 hours, and is not stored as it is', async () => {
    const { id } = await addSomebody();
    const token = await desk.createLink(id);
    const { rows } = await desk.database.admin.query<{ row: string }>(
      'select links::text as row from desk_auth.links as links where user_id = $1',
      [id],
    );
    expect(rows[0]?.row).not.toContain(token);
    expect((await open(token)).data.user?.id).toBe(id);
    expect(await open(token)).toMatchObject({ error: EXPIRED });

    const late = await desk.createLink(id);
    await desk.database.admin.query(
      `update desk_auth.links set expires_at = expires_at - interval '24 hours' where user_id = $1`,
      [id],
    );
    expect(await open(late)).toMatchObject({ error: EXPIRED });
  });

  test('with an address set, it opens only the way to a key', async () => {
    const { id } = await addSomebody();
    const client = desk.openClient();
    await client.auth.verifyOtp({ token_hash: await desk.createLink(id), type: 'email' });
    expect(await client.rpc('me')).toMatchObject({ status: 403, error: { hint: 'second_factor' } });
  });

  test('on a trial it opens the desk', async () => {
    const trial = await startDesk({ isTrial: true });
    try {
      await trial.database.admin.query('select desk.set_trial(true)');
      const id = await trial.addPerson('Ann', 'ann@firm.example');
      const client = trial.openClient();
      await client.auth.verifyOtp({ token_hash: await trial.createLink(id), type: 'email' });
      expect(await client.rpc('me')).toMatchObject({ error: null, data: { name: 'Ann', trial: true } });
      await trial.database.admin.query('select desk.set_trial(false)');
      expect(await client.rpc('me')).toMatchObject({ status: 403, error: { hint: 'second_factor' } });
    } finally {
      await trial.close();
    }
  });
});
