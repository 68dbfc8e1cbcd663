import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '#server/database/in-transaction.ts';
import { putOnStaff, setTrial, takeOffStaff } from '#server/desk/staff.ts';
import { EXAMPLE_CALLS } from '#support/desk/example-calls.ts';
import { openDeskDatabase, refusalOf } from '../support/desk/desk-database.ts';
import { openDeskRoutes } from '../support/desk/desk-door.ts';

const desk = await openDeskDatabase();
const { owner, staff, admin } = desk;
const routes = openDeskRoutes(desk.database.url, 1);
const takeOff = (id: string) => inTransaction(admin, () => takeOffStaff(admin, id));
const putOn = (person: Parameters<typeof putOnStaff>[1]) =>
  inTransaction(admin, () => putOnStaff(admin, person));
const ended = await desk.addStaff('Eve Ended');
await takeOff(ended.id);

type Ways = Partial<Record<'code' | 'passkey' | 'app' | 'trial', number>>;

/** Makes a call with a token. @returns the hint of its refusal, or 'done' */
async function hintOf(token: string, name: string, given = EXAMPLE_CALLS[name] ?? {}) {
  const refusal = await refusalOf(routes.call(token, name, given));
  return refusal === 'done' ? 'done' : refusal.hint;
}

test('only owners may read a person’s data, erase it, export leads, write replies and terms for all, see the settings, say who works at the desk, and read its version', async () => {
  const token = await desk.openSession(staff.id, { passkey: 0 });
  const refused = [];
  for (const name of routes.names) if ((await hintOf(token, name)) === 'owner_only') refused.push(name);
  expect(refused).toEqual(
    `add_site_document add_site_picture build_site change_person delete_reply discard_site_change end_person erase export_csv find_in_site invite
     owner_mails people person read_site_picture remove_site_document save_reply save_site_document save_standing_terms send_link send_test settings site
     site_document site_work tell_static_host use_site_version version`.split(/\s+/),
  );
});

describe('a session', () => {
  test.each<[what: string, ways: Ways, outcome: string]>([
    ['a passkey', { passkey: 0 }, 'done'],
    ['a passkey of almost twelve hours ago', { passkey: 11.98 }, 'done'],
    ['an authenticator app', { app: 0 }, 'done'],
    ['an authenticator app, after a code by e-mail', { app: 0, code: 0 }, 'done'],
    ['an old app code and a new code by e-mail', { app: 13, code: 0 }, 'too_old'],
    ['an old app code and a new passkey', { app: 13, passkey: 0 }, 'done'],
    ['an old passkey and a new app code', { passkey: 13, app: 0 }, 'done'],
    ['an old passkey and a new code by e-mail', { passkey: 13, code: 0 }, 'too_old'],
    ['the link of a trial, while trials are not allowed', { trial: 0 }, 'second_factor'],
    ['the link of a trial, and an old passkey', { trial: 0, passkey: 13 }, 'too_old'],
    ['nothing', {}, 'second_factor'],
  ])('with %s has the outcome %s', async (_what, ways, outcome) => {
    expect(await hintOf(await desk.openSession(owner.id, ways), 'me')).toBe(outcome);
  });

  test('with the link of a trial (the desk on the operator’s own machine) is accepted while trials are allowed', async () => {
    await setTrial(admin, true);
    const token = await desk.openSession(owner.id, { trial: 0 });
    expect(await routes.call(token, 'me', {})).toMatchObject({ trial: true });
    expect(await hintOf(await desk.openSession(owner.id, { trial: 12 }), 'me')).toBe('too_old');
    await setTrial(admin, false);
    expect(await hintOf(token, 'me')).toBe('second_factor');
  });
});

test('me returns the caller, all active staff, and how long the session is valid', async () => {
  const token = await desk.openSession(owner.id, { passkey: 1 });
  const me = (await routes.call(token, 'me', {})) as Record<string, unknown>;
  expect(me).toMatchObject({
    id: owner.id,
    name: 'Ann Owner',
    role: 'owner',
    email: `${owner.id}@firm.example`,
    trial: false,
    staff: [
      { id: owner.id, name: 'Ann Owner' },
      { id: staff.id, name: 'Bob Staff' },
    ],
  });
  const [from, until] = [me.signed_in_at, me.signed_in_until].map((at) => Date.parse(String(at)));
  expect((until ?? 0) - (from ?? 0)).toBe(12 * 3_600_000);
});

describe('staff', () => {
  test('who left keep their names in the record, and only their open cases are unassigned', async () => {
    const leaver = await desk.addStaff('Lea Leaver');
    const [lead, closed, others] = [await desk.addLead(), await desk.addLead(), await desk.addLead()];
    for (const id of [lead, closed]) await leaver.call('claim', { lead_id: id, request_id: randomUUID() });
    await leaver.write('set_stage', closed, { stage: 'closed', reason: 'spam' });
    await owner.call('claim', { lead_id: others, request_id: randomUUID() });
    const before = await owner.lead(lead);
    await owner.call('end_person', { user_id: leaver.id });
    const { assignee, version, changed_at: changedAt, events } = await owner.lead(lead);
    expect(assignee).toBeNull();
    expect(version).toBe(before.version + 1);
    expect(Date.parse(changedAt)).toBeGreaterThan(Date.parse(before.changed_at));
    expect(await owner.lead(closed)).toMatchObject({ assignee: { id: leaver.id } });
    expect(await owner.lead(others)).toMatchObject({ assignee: { id: owner.id } });
    expect(events.map(({ kind, actor }) => [kind, actor?.name])).toEqual([
      ['received', undefined],
      ['claimed', 'Lea Leaver'],
      ['released', 'Ann Owner'],
    ]);
  });

  test.each<[what: string, change: () => Promise<unknown>, hint: string]>([
    ['the last owner leaves', () => takeOff(owner.id), 'user_id'],
    ['nobody leaves', () => takeOff(randomUUID()), 'user_id'],
    ['somebody leaves twice', () => takeOff(ended.id), 'user_id'],
    ['a name is missing', () => putOn({ id: randomUUID(), name: ' ', role: 'staff' }), 'name'],
    ['a name is too long', () => putOn({ id: randomUUID(), name: 'x'.repeat(101), role: 'staff' }), 'name'],
    ['the last owner becomes staff', () => putOn({ id: owner.id, name: 'x', role: 'staff' }), 'role'],
  ])('a change is refused if %s', async (_what, change, hint) => {
    await expect(change()).rejects.toMatchObject({ hint });
  });

  /** The team as an owner sees it, by name. */
  type Listed = { people: { id: string; name: string; email: string; role: string; link: unknown }[] };
  const readMails = async (id: string) =>
    (await admin.query('select kind from desk.staff_mails where user_id = $1', [id])).rows as unknown[];

  test('are invited, changed and ended by an owner, and each is recorded with who did it', async () => {
    const invitation = { name: ' Fay ', email: 'Fay@firm.example', role: 'staff' };
    const { people } = await owner.call<Listed>('invite', invitation);
    const fay = people.find(({ email }) => email === 'fay@firm.example');
    expect(fay).toMatchObject({
      name: 'Fay',
      role: 'staff',
      passkeys: 0,
      has_app: false,
      last_seen_at: null,
    });
    expect(fay?.link).toMatchObject({ sent_at: null });
    const id = fay?.id ?? '';
    expect(await owner.attempt('invite', invitation)).toMatchObject({ code: 'PT422', hint: 'email' });
    // While the first link waits to be sent, there is no second.
    await owner.call('send_link', { user_id: id });
    expect(await readMails(id)).toEqual([{ kind: 'invitation' }]);

    const token = await desk.openSession(id, { passkey: 0 });
    const me = () => routes.call(token, 'me', {});
    await owner.call('change_person', { user_id: id, name: 'Fay Fox', role: 'owner' });
    expect(await me()).toMatchObject({ name: 'Fay Fox', role: 'owner' });
    const ended = await owner.call<Listed>('end_person', { user_id: id });
    expect(ended.people.map(({ name }) => name)).not.toContain('Fay Fox');
    expect(await refusalOf(me())).toMatchObject({ code: 'PT403', hint: 'no_session' });
    for (const call of ['end_person', 'change_person']) {
      const given = { user_id: id, name: 'Fay', role: 'owner' };
      expect(await owner.attempt(call, given)).toMatchObject({ code: 'PT422', hint: 'user_id' });
    }
    const { rows } = await admin.query(
      `select kind, facts ->> 'role' as role, actor from desk.events where facts ->> 'user_id' = $1 order by id`,
      [id],
    );
    expect(rows).toEqual([
      { kind: 'staff_added', role: 'staff', actor: owner.id },
      { kind: 'staff_added', role: 'owner', actor: owner.id },
      { kind: 'staff_ended', role: null, actor: owner.id },
    ]);
  });

  test('the calls of owners keep the last one an owner', async () => {
    const change = { user_id: owner.id, name: 'Ann', role: 'staff' };
    expect(await owner.attempt('change_person', change)).toMatchObject({ code: 'PT422', hint: 'role' });
    expect(await owner.attempt('end_person', { user_id: owner.id })).toMatchObject({
      code: 'PT422',
      hint: 'user_id',
    });
    expect(await owner.call('me')).toMatchObject({ name: 'Ann Owner', role: 'owner' });
  });
});
