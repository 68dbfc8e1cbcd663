import { generate } from 'otplib';
import { describe, expect, test } from 'vitest';
import { createAuthenticator } from '#support/desk/software-authenticator.ts';
import {
  signInByMail,
  signInByPasskey,
  signInNewPerson,
  startDeskServer,
  type DeskClient,
} from '#support/desk/desk-server.ts';
import { waitUntil } from '#support/runner/wait-until.ts';
import { createMemoryLog } from '#support/server/log.ts';
import { deleteEnded } from '#server/operations/retention.ts';
import type { Db } from '../../database/statement.ts';
import { createDeskMails } from '../sign-in-mails.ts';
import { createMailCodes } from './codes.ts';
import { openLimits } from './limits.ts';

const desk = await startDeskServer();
let people = 0;

const nextEmail = () => `person-${(people += 1)}@firm.example`;

async function addSomebody() {
  const email = nextEmail();
  return { email, id: await desk.addPerson(`Person ${people}`, email) };
}

const requestCode = (email: string, client = desk.openClient()) => client.post('/sign-in/code', { email });

const verify = (email: string, code: string) =>
  desk.openClient().post('/sign-in/code/check', { email, code });

const countRows = async (table: string, condition: string, value: string) =>
  (await desk.database.admin.query(`select from desk_auth.${table} where ${condition} = $1`, [value]))
    .rowCount;

const DONE = { status: 200 };
const WRONG = { status: 403, body: { hint: 'code_wrong' } };
const NO_SESSION = { status: 403, body: { hint: 'no_session' } };

describe('of refused sign-ins, owners hear when ten within an hour were as one of the staff:', async () => {
  let noted = 0;
  const refusedSignIns = { note: () => void (noted += 1) };
  const watched = await startDeskServer({ refusedSignIns });
  const key = createAuthenticator();
  const email = 'ann@firm.example';
  const { client } = await signInNewPerson(watched, email, key);
  const { body: app } = await client.post('/account/app');
  const appCode = (steps: number) =>
    generate({ secret: String(app.secret), epoch: Math.floor(Date.now() / 1000) + steps * 30 });
  await client.post('/account/app/connect', { id: app.id, code: await appCode(0) });
  const post = (path: string, given: unknown) => watched.openClient().post(path, given);

  test.each<[what: string, isCounted: boolean, attempt: () => Promise<{ status: number }>]>([
    ['a wrong code for an account', true, () => post('/sign-in/code/check', { email, code: '1' })],
    [
      'a wrong code for an unknown address',
      false,
      () => post('/sign-in/code/check', { email: 'eve@elsewhere.example', code: '1' }),
    ],
    [
      'a passkey of an account with a wrong signature',
      true,
      () => signInByPasskey(watched, key, { counter: 1 }),
    ],
    ['an unknown passkey', false, () => signInByPasskey(watched, createAuthenticator())],
    ['a wrong code of the app', true, async () => client.post('/sign-in/app', { code: await appCode(-9) })],
    ['a code of the app without a session', false, () => post('/sign-in/app', { code: '000000' })],
    ['a wrong link', false, () => post('/sign-in/link', { token: 'x' })],
    ['a call without a session', false, () => watched.openClient().call('me')],
  ])('%s counts: %s', async (_what, isCounted, attempt) => {
    const before = noted;
    expect((await attempt()).status).toBeGreaterThanOrEqual(400);
    expect(noted - before).toBe(Number(isCounted));
  });

  test('a sign-in that comes too often does not count', async () => {
    const limited = await startDeskServer({ refusedSignIns, limits: openLimits() });
    await limited.addPerson('Ann', email);
    const before = noted;
    const client = limited.openClient();
    const statuses = [];
    for (let tries = 0; tries < 14; tries += 1)
      statuses.push((await client.post('/sign-in/code/check', { email, code: '1' })).status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(noted - before).toBe(statuses.filter((status) => status === 403).length);
  });
});

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
      expect(await verify(email, wrong)).toMatchObject(WRONG);
    }
  }

  test('an e-mail address without an account gets the same response, and no mail', async () => {
    const { email } = await addSomebody();
    const before = desk.sent.length;
    const { headers: ofKnown, ...known } = await requestCode(email);
    const { headers: ofUnknown, ...unknown } = await requestCode('nobody@elsewhere.example');
    expect(unknown).toEqual(known);
    expect([...ofUnknown.keys()]).toEqual([...ofKnown.keys()]);
    await desk.settleMails();
    expect(desk.sent.slice(before).map(({ to }) => to)).toEqual([email]);
    expect(await verify('nobody@elsewhere.example', '12345678')).toMatchObject(WRONG);
    expect(await verify(email, '12345678')).toMatchObject(WRONG);
  });

  test('a code takes the same statement for every address, and the account is read after the response', async () => {
    const { email } = await addSomebody();
    const statements: string[] = [];
    const query = async (given: { text: string; values: unknown[] }) => {
      statements.push(given.text);
      return desk.database.admin.query(given);
    };
    const codes = createMailCodes({ query } as unknown as Db, 'a secret');
    for (const asked of [email, 'no.account@elsewhere.example']) await codes.create(asked);
    expect(statements).toHaveLength(2);
    expect(statements[0]).toBe(statements[1]);
    expect(statements[0]).not.toContain('users');

    let isRead = false;
    const sent: unknown[] = [];
    const mails = createDeskMails(
      (mail) => Promise.resolve(void sent.push(mail)),
      'website@example.com',
      desk.url,
      createMemoryLog().log,
    );
    mails.sendCode(email, '12345678', () => Promise.resolve((isRead = true)));
    // The response is written in the same turn of the event loop.
    await Promise.resolve();
    expect([isRead, sent.length]).toEqual([false, 0]);
    await mails.settle();
    expect([isRead, sent.length]).toEqual([true, 1]);
  });

  test('the right code works once, with the e-mail address in upper or lower case', async () => {
    const { email, id } = await addSomebody();
    await requestCode(email);
    const code = await desk.readCode(email);
    const client = desk.openClient();
    const { status, body } = await client.post('/sign-in/code/check', { email: email.toUpperCase(), code });
    expect({ status, body }).toEqual({ status: 200, body: { id } });
    expect(await client.account()).toMatchObject({ status: 200, body: { id, email } });
    expect(await verify(email, code)).toMatchObject(WRONG);
  });

  test.each([
    [4, DONE],
    [5, WRONG],
  ])('the right code after %i wrong ones gets the response %j', async (count, response) => {
    const { email } = await addSomebody();
    await requestCode(email);
    const code = await desk.readCode(email);
    await tryWrongCodes(email, code, count);
    expect(await verify(email, code)).toMatchObject(response);
  });

  test('a new code replaces the earlier one, with five tries and ten minutes of its own', async () => {
    const { email } = await addSomebody();
    await requestCode(email);
    const former = await desk.readCode(email);
    await tryWrongCodes(email, former, 5);
    await age(email, '9 minutes');
    await requestCode(email);
    const code = await desk.readCode(email);
    await age(email, '9 minutes');
    expect(await verify(email, former)).toMatchObject(WRONG);
    expect(await verify(email, code)).toMatchObject(DONE);
  });

  test('after a used code, a new one works', async () => {
    const { email } = await addSomebody();
    for (let times = 0; times < 2; times += 1) {
      await requestCode(email);
      expect(await verify(email, await desk.readCode(email))).toMatchObject(DONE);
    }
  });

  test('a code that was requested before the account was added does not keep a later one from working', async () => {
    const email = 'early@firm.example';
    await requestCode(email);
    // The server looks the account up after its response.
    await desk.settleMails();
    await desk.addPerson('Early', email);
    await requestCode(email);
    expect(await verify(email, await desk.readCode(email))).toMatchObject(DONE);
  });

  test('five simultaneous requests with the right code open one session', async () => {
    const { email, id } = await addSomebody();
    await requestCode(email);
    const code = await desk.readCode(email);
    const responses = await Promise.all(Array.from({ length: 5 }, () => verify(email, code)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await countRows('sessions', 'user_id', id)).toBe(1);
  });

  test('the right code is refused after ten minutes, and then deleted', async () => {
    const { email } = await addSomebody();
    await requestCode(email);
    const code = await desk.readCode(email);
    await age(email, '10 minutes');
    expect(await verify(email, code)).toMatchObject(WRONG);
    await deleteEnded(desk.database.admin);
    expect(await countRows('codes', 'email', email)).toBe(0);
  });
});

describe('sessions', () => {
  const age = (id: string, interval: string) =>
    desk.database.admin.query(
      'update desk_auth.sessions set last_used_at = last_used_at - $2::interval where user_id = $1',
      [id, interval],
    );

  test('the token is in a cookie that scripts and other sites cannot use, and not in the database', async () => {
    const { email, id } = await addSomebody();
    await requestCode(email);
    const { headers } = await verify(email, await desk.readCode(email));
    const [cookie = ''] = headers.getSetCookie();
    expect(cookie).toMatch(/^desk=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
    const { rows } = await desk.database.admin.query<{ row: string }>(
      'select sessions::text as row from desk_auth.sessions as sessions where user_id = $1',
      [id],
    );
    expect(rows[0]?.row).not.toContain(/desk=([\w-]+)/.exec(cookie)?.[1]);
  });

  test('with https, the cookie belongs to the desk’s host alone', async () => {
    const secure = await startDeskServer({
      deskUrl: 'https://desk.firm.example',
      findOrigin: () => 'https://desk.firm.example',
    });
    await secure.addPerson('Ann', 'ann@firm.example');
    const client = await signInByMail(secure, 'ann@firm.example');
    expect(client.cookie()).toMatch(/^__Host-desk=[\w-]{43}$/);
    const { headers } = await client.post('/sign-out', { scope: 'here' });
    expect(headers.getSetCookie()).toEqual([
      '__Host-desk=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0',
    ]);
  });

  test.each([
    ['the account', (client: DeskClient) => client.account()],
    ['a call', (client: DeskClient) => client.call('me')],
  ])('a session ends thirty days after its last use (of %s), and is then deleted', async (_what, use) => {
    const { id, client } = await signInNewPerson(desk, nextEmail(), createAuthenticator());
    const isNoted = async () =>
      (
        await desk.database.admin.query(
          `select from desk_auth.sessions where user_id = $1 and last_used_at > now() - interval '1 minute'`,
          [id],
        )
      ).rowCount === 1;
    for (let times = 0; times < 2; times += 1) {
      await age(id, '29 days');
      expect(await use(client)).toMatchObject(DONE);
      await waitUntil('the use is noted', isNoted);
    }
    await age(id, '30 days');
    expect(await use(client)).toMatchObject(NO_SESSION);
    await deleteEnded(desk.database.admin);
    expect(await countRows('sessions', 'user_id', id)).toBe(0);
  });

  test('a use within an hour of the last one writes nothing', async () => {
    const { id, client } = await signInNewPerson(desk, nextEmail(), createAuthenticator());
    await age(id, '50 minutes');
    const readRows = async () =>
      (
        await desk.database.admin.query<{ xmin: string; last_used_at: Date }>(
          'select xmin, last_used_at from desk_auth.sessions where user_id = $1 order by id',
          [id],
        )
      ).rows;
    const before = await readRows();
    await client.call('me');
    await client.account();
    await client.call('me');
    expect(await readRows()).toEqual(before);
  });

  test.each([
    ['here', [false, true, true]],
    ['everywhere', [false, false, true]],
  ] as const)('signing out %s ends these sessions only, and no colleague’s', async (scope, left) => {
    const { email } = await addSomebody();
    const [here, there] = [await signInByMail(desk, email), await signInByMail(desk, email)];
    const colleague = await signInByMail(desk, (await addSomebody()).email);
    const former = here.cookie();
    expect(await here.post('/sign-out', { scope })).toMatchObject(DONE);
    expect(here.cookie()).toBeUndefined();
    here.setCookie(former);
    const alive = [];
    for (const client of [here, there, colleague]) alive.push((await client.account()).status === 200);
    expect(alive).toEqual(left);
  });

  test('a new sign-in gets a new token, and ends the session that the browser had before', async () => {
    const { email } = await addSomebody();
    const client = await signInByMail(desk, email);
    const former = client.cookie();
    await requestCode(email, client);
    const code = await desk.readCode(email);
    expect(await client.post('/sign-in/code/check', { email, code })).toMatchObject(DONE);
    expect(client.cookie()).not.toBe(former);
    expect(await client.account()).toMatchObject(DONE);
    client.setCookie(former);
    expect(await client.account()).toMatchObject(NO_SESSION);
  });

  test('a sign-in never takes over a token that somebody else has put into the browser (fixation)', async () => {
    const { email } = await addSomebody();
    const victim = desk.openClient();
    const planted = `desk=${'A'.repeat(43)}`;
    victim.setCookie(planted);
    await requestCode(email, victim);
    await victim.post('/sign-in/code/check', { email, code: await desk.readCode(email) });
    expect(victim.cookie()).not.toBe(planted);
    const attacker = desk.openClient();
    attacker.setCookie(planted);
    expect(await attacker.account()).toMatchObject(NO_SESSION);
  });
});

describe('one-time links', () => {
  const open = (token: string) => desk.openClient().followLink(token);
  const DEAD = { status: 403, body: { hint: 'link_wrong' } };

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
    expect(await open(token)).toMatchObject({ status: 200, body: { id } });
    expect(await open(token)).toMatchObject(DEAD);

    const late = await desk.createLinkToken(id);
    await age(id, '24 hours');
    expect(await open(late)).toMatchObject(DEAD);
  });

  test('five simultaneous requests with a link open one session', async () => {
    const { id } = await addSomebody();
    const token = await desk.createLinkToken(id);
    const responses = await Promise.all(Array.from({ length: 5 }, () => open(token)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('a new link replaces the earlier one, even an expired one', async () => {
    const { id } = await addSomebody();
    const former = await desk.createLinkToken(id);
    await age(id, '24 hours');
    const token = await desk.createLinkToken(id);
    expect(await open(former)).toMatchObject(DEAD);
    expect(await open(token)).toMatchObject(DONE);
  });

  test('on a trial, a link opens the desk until the trial is over', async () => {
    const trial = await startDeskServer({ isTrial: true });
    const allow = (isAllowed: boolean) =>
      trial.database.admin.query('update desk.settings set allows_trial = $1', [isAllowed]);
    await allow(true);
    const id = await trial.addPerson('Ann', 'ann@firm.example');
    const client = trial.openClient();
    await client.followLink(await trial.createLinkToken(id));
    expect(await client.call('me')).toMatchObject({ status: 200, body: { name: 'Ann', trial: true } });
    await allow(false);
    expect(await client.call('me')).toMatchObject({ status: 403, body: { hint: 'second_factor' } });
  });
});
