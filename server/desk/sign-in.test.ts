import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  signInByMail,
  startDeskServer,
  type DeskClient,
  type DeskServer,
} from '../../tests/support/desk-server.ts';

let desk: DeskServer;
let people = 0;

beforeAll(async () => {
  desk = await startDeskServer();
});
afterAll(() => desk.close());

/** Adds a new member of staff. */
async function addSomebody() {
  people += 1;
  const email = `person-${people}@firm.example`;
  return { email, id: await desk.addPerson(`Person ${people}`, email) };
}

const requestCode = (client: DeskClient, email: string) =>
  client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } });

const verify = (email: string, token: string) =>
  desk.openClient().auth.verifyOtp({ email, token, type: 'email' });

const EXPIRED = { status: 403, code: 'otp_expired' };

describe('mail codes', () => {
  /** Makes the stored code of an e-mail address older. */
  const age = (email: string, interval: string) =>
    desk.database.admin.query(
      'update desk_auth.codes set expires_at = expires_at - $2::interval where email = $1',
      [email, interval],
    );

  async function tryWrongCodes(email: string, right: string, count: number): Promise<void> {
    const wrong = right === '00000000' ? '00000001' : '00000000';
    for (let tries = 0; tries < count; tries += 1) {
      expect(await verify(email, wrong)).toMatchObject({ error: EXPIRED });
    }
  }

  test('an e-mail address without an account gets the same response, and no mail', async () => {
    const { email } = await addSomebody();
    const before = desk.sent.length;
    const known = await requestCode(desk.openClient(), email);
    const unknown = await requestCode(desk.openClient(), 'nobody@elsewhere.example');
    expect(unknown).toEqual(known);
    await desk.settleMails();
    expect(desk.sent.slice(before).map(({ to }) => to)).toEqual([email]);
    expect(await verify('nobody@elsewhere.example', '12345678')).toMatchObject({ error: EXPIRED });
    expect(await verify(email, '12345678')).toMatchObject({ error: EXPIRED });
  });

  test('a code is stored even for an address without an account, so that the response time tells nothing', async () => {
    const { email } = await addSomebody();
    const countCodes = async () =>
      (await desk.database.admin.query('select from desk_auth.codes')).rows.length;
    const before = await countCodes();
    await requestCode(desk.openClient(), email);
    await requestCode(desk.openClient(), 'somebody.else@elsewhere.example');
    expect((await countCodes()) - before).toBe(2);
  });

  test('signing up is refused, and asking for a code with shouldCreateUser adds no user', async () => {
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

  test('the right code works once, with the e-mail address in upper or lower case', async () => {
    const { email } = await addSomebody();
    await requestCode(desk.openClient(), email);
    const token = await desk.readCode(email);
    const { data, error } = await verify(email.toUpperCase(), token);
    expect(error).toBeNull();
    expect(data.session?.expires_in).toBe(900);
    expect(data.user?.email).toBe(email);
    expect(await verify(email, token)).toMatchObject({ error: EXPIRED });
  });

  test.each([
    [4, { error: null }],
    [5, { error: EXPIRED }],
  ])('the right code after %i wrong ones gets the response %j', async (count, response) => {
    const { email } = await addSomebody();
    await requestCode(desk.openClient(), email);
    const token = await desk.readCode(email);
    await tryWrongCodes(email, token, count);
    expect(await verify(email, token)).toMatchObject(response);
  });

  test('a new code replaces the earlier one, with five tries and ten minutes of its own', async () => {
    const { email } = await addSomebody();
    await requestCode(desk.openClient(), email);
    const former = await desk.readCode(email);
    await tryWrongCodes(email, former, 5);
    await age(email, '9 minutes');
    await requestCode(desk.openClient(), email);
    const token = await desk.readCode(email);
    await age(email, '9 minutes');
    expect(await verify(email, former)).toMatchObject({ error: EXPIRED });
    expect(await verify(email, token)).toMatchObject({ error: null });
  });

  test('a code that was requested before the account was added does not keep a later one from working', async () => {
    const email = 'early@firm.example';
    await requestCode(desk.openClient(), email);
    await desk.addPerson('Early', email);
    await requestCode(desk.openClient(), email);
    expect(await verify(email, await desk.readCode(email))).toMatchObject({ error: null });
  });

  test('five simultaneous requests with the right code open one session', async () => {
    const { email, id } = await addSomebody();
    await requestCode(desk.openClient(), email);
    const token = await desk.readCode(email);
    const responses = await Promise.all(Array.from({ length: 5 }, () => verify(email, token)));
    expect(responses.filter(({ data }) => data.session)).toHaveLength(1);
    const { rows } = await desk.database.admin.query('select from desk_auth.sessions where user_id = $1', [
      id,
    ]);
    expect(rows).toHaveLength(1);
  });

  test('the right code is refused after ten minutes, and deleted when somebody requests another', async () => {
    const { email } = await addSomebody();
    await requestCode(desk.openClient(), email);
    const token = await desk.readCode(email);
    await age(email, '10 minutes');
    expect(await verify(email, token)).toMatchObject({ error: EXPIRED });
    await requestCode(desk.openClient(), 'nobody@elsewhere.example');
    const { rows } = await desk.database.admin.query('select from desk_auth.codes where email = $1', [email]);
    expect(rows).toEqual([]);
  });

  test("a mail code alone gives access to the account's passkeys, but not to the desk's functions", async () => {
    const { email } = await addSomebody();
    const client = await signInByMail(desk, email);
    expect(await client.rpc('me')).toMatchObject({ status: 403, error: { hint: 'second_factor' } });
    expect(await client.auth.passkey.list()).toMatchObject({ data: [], error: null });
  });
});

describe('sessions', () => {
  /** Makes the last refresh of a person's sessions older. */
  const age = (id: string, interval: string) =>
    desk.database.admin.query(
      'update desk_auth.sessions set refreshed_at = refreshed_at - $2::interval where user_id = $1',
      [id, interval],
    );

  test('an access token has the claims that the database checks, and is valid for 15 minutes', async () => {
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

  test('a refresh whose response was lost can be repeated for a minute, and gives the same token', async () => {
    const { email, id } = await addSomebody();
    const client = await signInByMail(desk, email);
    const lost = (await client.auth.getSession()).data.session?.refresh_token ?? '';
    const other = desk.openClient();
    const [one, two] = [
      await client.auth.refreshSession({ refresh_token: lost }),
      await other.auth.refreshSession({ refresh_token: lost }),
    ];
    await age(id, '50 seconds');
    const three = await other.auth.refreshSession({ refresh_token: lost });
    for (const { data } of [two, three]) {
      expect(data.session?.refresh_token).toBe(one.data.session?.refresh_token);
    }
    await age(id, '11 seconds');
    expect(await other.auth.refreshSession({ refresh_token: lost })).toMatchObject({
      error: { status: 400, code: 'refresh_token_already_used' },
    });
  });

  test('five simultaneous refreshes with the same token count as one', async () => {
    const { email, id } = await addSomebody();
    const client = await signInByMail(desk, email);
    const token = (await client.auth.getSession()).data.session?.refresh_token ?? '';
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => desk.openClient().auth.refreshSession({ refresh_token: token })),
    );
    expect(responses.map(({ error }) => error)).toEqual(responses.map(() => null));
    const { rows } = await desk.database.admin.query(
      'select counter from desk_auth.sessions where user_id = $1',
      [id],
    );
    expect(rows).toEqual([{ counter: 1 }]);
  });

  test('a session ends thirty days after its last refresh, and is deleted when somebody signs in', async () => {
    const { email, id } = await addSomebody();
    const client = await signInByMail(desk, email);
    const token = (await client.auth.getSession()).data.session?.access_token;
    for (let times = 0; times < 2; times += 1) {
      await age(id, '29 days');
      expect((await client.auth.refreshSession()).error).toBeNull();
    }
    await age(id, '30 days');
    expect((await desk.openClient().auth.getUser(token)).error).not.toBeNull();
    expect(await client.auth.refreshSession()).toMatchObject({ error: { code: 'refresh_token_not_found' } });
    await signInByMail(desk, (await addSomebody()).email);
    const { rows } = await desk.database.admin.query('select from desk_auth.sessions where user_id = $1', [
      id,
    ]);
    expect(rows).toEqual([]);
  });

  test('a session ends if an old refresh token is used again, and no other session does', async () => {
    const { email } = await addSomebody();
    const client = await signInByMail(desk, email);
    const other = await signInByMail(desk, email);
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
    expect((await other.auth.refreshSession()).error).toBeNull();
  });

  test.each([
    ['another counter', (token: string) => token.replace(/\.0\./, '.1.')],
    ['a wrong signature', (token: string) => token.replace(/[^.]+$/, 'A'.repeat(43))],
    ['another format', () => 'v1.MTIz'],
  ])('a session is not refreshed by a token with %s', async (_name, change) => {
    const { email } = await addSomebody();
    const client = await signInByMail(desk, email);
    const token = (await client.auth.getSession()).data.session?.refresh_token ?? '';
    const response = await desk.openClient().auth.refreshSession({ refresh_token: change(token) });
    expect(response).toMatchObject({ error: { code: 'refresh_token_not_found' } });
  });

  test.each([
    ['local', [false, true, true]],
    ['others', [true, false, true]],
    ['global', [false, false, true]],
  ] as const)(
    'signing out with the scope "%s" ends the sessions in that scope only, and no colleague’s',
    async (scope, left) => {
      const { email } = await addSomebody();
      const [here, there] = [await signInByMail(desk, email), await signInByMail(desk, email)];
      const colleague = await signInByMail(desk, (await addSomebody()).email);
      const tokens = await Promise.all(
        [here, there, colleague].map(
          async ({ auth }) => (await auth.getSession()).data.session?.access_token,
        ),
      );
      expect(await here.auth.signOut({ scope })).toEqual({ error: null });
      const alive = await Promise.all(
        tokens.map(async (jwt) => (await desk.openClient().auth.getUser(jwt)).error === null),
      );
      expect(alive).toEqual(left);
    },
  );
});

describe('one-time links', () => {
  const open = (token: string) => desk.openClient().auth.verifyOtp({ token_hash: token, type: 'email' });

  const age = (id: string, interval: string) =>
    desk.database.admin.query(
      'update desk_auth.links set expires_at = expires_at - $2::interval where user_id = $1',
      [id, interval],
    );

  test('a link works once, within 24 hours, and its token is not stored in plain text', async () => {
    const { id } = await addSomebody();
    const token = await desk.createLinkToken(id);
    await age(id, '23 hours');
    const { rows } = await desk.database.admin.query<{ row: string }>(
      'select links::text as row from desk_auth.links as links where user_id = $1',
      [id],
    );
    expect(rows[0]?.row).not.toContain(token);
    expect((await open(token)).data.user?.id).toBe(id);
    expect(await open(token)).toMatchObject({ error: EXPIRED });

    const late = await desk.createLinkToken(id);
    await age(id, '24 hours');
    expect(await open(late)).toMatchObject({ error: EXPIRED });
  });

  test('a new link replaces the earlier one, even an expired one', async () => {
    const { id } = await addSomebody();
    const former = await desk.createLinkToken(id);
    await age(id, '24 hours');
    const token = await desk.createLinkToken(id);
    expect(await open(former)).toMatchObject({ error: EXPIRED });
    expect(await open(token)).toMatchObject({ error: null });
  });

  test('with DESK_URL, a link alone does not open the desk', async () => {
    const { id } = await addSomebody();
    const client = desk.openClient();
    await client.auth.verifyOtp({ token_hash: await desk.createLinkToken(id), type: 'email' });
    expect(await client.rpc('me')).toMatchObject({ status: 403, error: { hint: 'second_factor' } });
  });

  test('on a trial, a link opens the desk until the trial is over', async () => {
    const trial = await startDeskServer({ isTrial: true });
    try {
      await trial.database.admin.query('select desk.set_trial(true)');
      const id = await trial.addPerson('Ann', 'ann@firm.example');
      const client = trial.openClient();
      await client.auth.verifyOtp({ token_hash: await trial.createLinkToken(id), type: 'email' });
      expect(await client.rpc('me')).toMatchObject({ error: null, data: { name: 'Ann', trial: true } });
      await trial.database.admin.query('select desk.set_trial(false)');
      expect(await client.rpc('me')).toMatchObject({ status: 403, error: { hint: 'second_factor' } });
    } finally {
      await trial.close();
    }
  });
});
