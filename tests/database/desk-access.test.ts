import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { openDeskDatabase, passkeyClaims, refusalOf } from '../support/desk-database.ts';

const desk = await openDeskDatabase();
const { owner, staff, admin } = desk;
const ended = await desk.addStaff('Eve Ended');
await admin.query('select desk.end_staff($1)', [ended.id]);
afterAll(() => desk.close());

const now = () => Math.floor(Date.now() / 1000);
const HOUR = 3_600;

/**
 * The session claims of an owner who signed in with these methods (`amr`) in place of a passkey. `aal2` is Supabase's
 * level for two factors.
 */
const signedIn = (amr: unknown, aal = 'aal1') => ({ ...passkeyClaims(owner.id), aal, amr });
const by = (method: string, secondsAgo = 0) => [{ method, timestamp: now() - secondsAgo }];

/**
 * A call of each function that staff may call from the desk (their app), with null for every argument, because access
 * is checked first.
 */
const { rows: CALLS } = await admin.query<{ name: string; call: string }>(
  `select proname as name, format('select desk.%I(%s)', proname, array_to_string(array_fill('null'::text, array[pronargs]), ', ')) as call
   from pg_proc
   where pronamespace = 'desk'::regnamespace and has_function_privilege('authenticated', oid, 'execute')
   order by 1`,
);

describe.each(CALLS)('$name is refused', ({ call }) => {
  test.each<[who: string, claims: unknown, hint: string]>([
    ['without a session', {}, 'no_session'],
    ['with empty claims', '', 'no_session'],
    ['to an account that is not on the staff', passkeyClaims(randomUUID()), 'not_staff'],
    ['to somebody who has left', passkeyClaims(ended.id), 'not_staff'],
    ['after an e-mailed code alone', signedIn(by('otp')), 'second_factor'],
    ['after twelve hours', passkeyClaims(owner.id, 12 * HOUR), 'too_old'],
  ])('%s', async (_who, claims, hint) => {
    expect(await refusalOf(desk.queryWith(claims, call))).toMatchObject({ code: 'PT403', hint });
  });
});

test('only owners may read a person’s data, erase it, or export leads', async () => {
  const outcomes = await Promise.all(
    CALLS.map(async ({ name, call }) => {
      const refusal = await refusalOf(desk.queryWith(passkeyClaims(staff.id), call));
      return refusal !== 'done' && refusal.hint === 'owner_only' ? [name] : [];
    }),
  );
  expect(outcomes.flat()).toEqual(['erase', 'export_csv', 'person']);
});

describe('a session', () => {
  test.each<[what: string, claims: unknown, outcome: string]>([
    ['a passkey', signedIn(by('passkey')), 'done'],
    ['a passkey of almost twelve hours ago', signedIn(by('passkey', 12 * HOUR - 60)), 'done'],
    ['an authenticator app', signedIn(by('totp'), 'aal2'), 'done'],
    ['an authenticator app, with the method mfa/totp', signedIn(by('mfa/totp'), 'aal2'), 'done'],
    ['an authenticator app without aal2', signedIn(by('totp')), 'second_factor'],
    ['aal2 alone', signedIn([], 'aal2'), 'second_factor'],
    ['aal2 and a new code by e-mail', signedIn(by('otp'), 'aal2'), 'second_factor'],
    [
      'an old app code and a new code by e-mail',
      signedIn([...by('totp', 13 * HOUR), ...by('otp')], 'aal2'),
      'too_old',
    ],
    ['an old app code and a new one', signedIn([...by('totp', 13 * HOUR), ...by('totp')], 'aal2'), 'done'],
    [
      'an old passkey and a new code by e-mail',
      signedIn([...by('passkey', 13 * HOUR), ...by('otp')]),
      'too_old',
    ],
    ['a password', signedIn(by('password')), 'second_factor'],
    ['the link of a trial, while trials are not allowed', signedIn(by('trial')), 'second_factor'],
    ['methods as text', signedIn(['passkey']), 'second_factor'],
    ['methods that are no list', signedIn('passkey'), 'second_factor'],
    ['no methods', signedIn(undefined), 'second_factor'],
    ['a time as text', signedIn([{ method: 'passkey', timestamp: String(now()) }]), 'second_factor'],
    ['no time', signedIn([{ method: 'passkey' }]), 'second_factor'],
    ['a subject that is no id', { ...passkeyClaims('me'), sub: "' or true --" }, 'not_staff'],
  ])('with %s has the outcome %s', async (_what, claims, outcome) => {
    const refusal = await refusalOf(desk.callWith(claims, 'me'));
    expect(refusal === 'done' ? 'done' : refusal.hint).toBe(outcome);
  });

  test('with the link of a trial (the desk on the operator’s own machine) is accepted while trials are allowed', async () => {
    await admin.query('select desk.set_trial(true)');
    expect(await desk.callWith(signedIn(by('trial')), 'me')).toMatchObject({ trial: true });
    expect(await refusalOf(desk.callWith(signedIn(by('trial', 12 * HOUR)), 'me'))).toMatchObject({
      hint: 'too_old',
    });
    await admin.query('select desk.set_trial(false)');
    expect(await refusalOf(desk.callWith(signedIn(by('trial')), 'me'))).toMatchObject({
      hint: 'second_factor',
    });
  });

  test('does not carry over to the next request on the same connection', async () => {
    const client = await desk.database.connectAs('authenticated');
    await client.query('begin');
    await client.query(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify(passkeyClaims(owner.id)),
    ]);
    await client.query('select desk.me()');
    await client.query('commit');
    expect(await refusalOf(client.query('select desk.me()'))).toMatchObject({ hint: 'no_session' });
  });
});

test('me returns the caller, all active staff, and how long the session is valid', async () => {
  const me = await owner.call<Record<string, unknown>>('me');
  expect(me).toMatchObject({
    id: owner.id,
    name: 'Ann Owner',
    role: 'owner',
    email: 'somebody@firm.example',
    trial: false,
    staff: [
      { id: owner.id, name: 'Ann Owner' },
      { id: staff.id, name: 'Bob Staff' },
    ],
  });
  const [from, until] = [me.signed_in_at, me.signed_in_until].map((at) => Date.parse(String(at)));
  expect((until ?? 0) - (from ?? 0)).toBe(12 * HOUR * 1000);
});

describe('staff', () => {
  test('who left keep their names in the record, and only their open cases are unassigned', async () => {
    const leaver = await desk.addStaff('Lea Leaver');
    const [lead, closed, others] = [await desk.addLead(), await desk.addLead(), await desk.addLead()];
    for (const id of [lead, closed]) await leaver.call('claim', { lead_id: id, request_id: randomUUID() });
    await leaver.write('set_stage', closed, { stage: 'closed', reason: 'spam' });
    await owner.call('claim', { lead_id: others, request_id: randomUUID() });
    const before = await owner.lead(lead);
    await admin.query('select desk.end_staff($1)', [leaver.id]);
    const { assignee, version, changed_at: changedAt, events } = await owner.lead(lead);
    expect(assignee).toBeNull();
    expect(version).toBe(before.version + 1);
    expect(Date.parse(changedAt)).toBeGreaterThan(Date.parse(before.changed_at));
    expect(await owner.lead(closed)).toMatchObject({ assignee: { id: leaver.id } });
    expect(await owner.lead(others)).toMatchObject({ assignee: { id: owner.id } });
    expect(events.map(({ kind, actor }) => [kind, actor?.name])).toEqual([
      ['received', undefined],
      ['claimed', 'Lea Leaver'],
      ['released', undefined],
    ]);
  });

  test('who left can be added again with the same account', async () => {
    await admin.query(`select desk.add_staff($1, ' Eve ', 'owner')`, [ended.id]);
    expect(await ended.call('me')).toMatchObject({ name: 'Eve', role: 'owner' });
    await admin.query('select desk.end_staff($1)', [ended.id]);
  });

  test.each([
    ['end_staff', { user_id: owner.id }, 'user_id'],
    ['end_staff', { user_id: randomUUID() }, 'user_id'],
    ['end_staff', { user_id: ended.id }, 'user_id'],
    ['add_staff', { user_id: null, name: 'x', role: 'staff' }, 'user_id'],
    ['add_staff', { user_id: randomUUID(), name: ' ', role: 'staff' }, 'name'],
    ['add_staff', { user_id: randomUUID(), name: 'x', role: 'boss' }, 'role'],
    ['add_staff', { user_id: owner.id, name: 'x', role: 'staff' }, 'role'],
    ['add_key', { user_id: randomUUID(), kind: 'passkey' }, 'user_id'],
    ['add_key', { user_id: owner.id, kind: 'password' }, 'kind'],
  ])('%s with %j is refused', async (name, given, hint) => {
    const places = Object.keys(given).map((key, index) => `${key} => $${index + 1}`);
    expect(
      await refusalOf(admin.query(`select desk.${name}(${places.join(', ')})`, Object.values(given))),
    ).toMatchObject({ code: 'PT422', hint });
  });

  test('have their new sign-in methods recorded, and list_staff lists former staff too', async () => {
    await admin.query(`select desk.add_key($1, 'totp')`, [staff.id]);
    const { rows } = await admin.query(
      `select kind, facts from desk.events where actor = $1 and lead_id is null`,
      [staff.id],
    );
    expect(rows).toEqual([{ kind: 'key_added', facts: { kind: 'totp' } }]);
    const { rows: list } = await admin.query<{ list: { name: string; active: boolean }[] }>(
      'select desk.list_staff() as list',
    );
    expect(list[0]?.list.map(({ name, active }) => [name, active])).toContainEqual(['Lea Leaver', false]);
  });
});
