import { beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../tests/support/database/test-database.ts';
import { inTransaction } from '../database/in-transaction.ts';
import { addStaff, createStartLinkToken, findUser, takeOffStaff } from './staff.ts';

const EMAIL = 'ben@firm.example';

let database: TestDatabase;
let id: string;

beforeEach(async () => {
  database = await createTestDatabase();
  await addStaff(database.admin, { name: 'Ann', email: 'ann@firm.example', role: 'owner' });
  id = await addStaff(database.admin, { name: 'Ben', email: EMAIL, role: 'staff' });
  await database.admin.query(
    `insert into desk_auth.sessions (user_id, token_hash) values ('${id}', 'hash');
     insert into desk_auth.passkeys (user_id, credential_id, public_key, counter, transports, name)
     values ('${id}', '${id}', '', 0, '{}', 'Passkey')`,
  );
});

/** What the database has of Ben, whose account the tests end. */
async function readPerson(): Promise<unknown> {
  const { rows } = await database.admin.query(
    `select
       (select active from desk.staff where user_id = $1) as "isActive",
       (select count(*)::int from desk_auth.users where id = $1) as accounts,
       (select count(*)::int from desk_auth.sessions where user_id = $1) as sessions,
       (select count(*)::int from desk_auth.passkeys where user_id = $1) as passkeys`,
    [id],
  );
  return rows[0];
}
const UNCHANGED = { isActive: true, accounts: 1, sessions: 1, passkeys: 1 };
const ENDED = { isActive: false, accounts: 0, sessions: 0, passkeys: 0 };

test.each([
  ['the account cannot be deleted', 'desk_auth.users', 'delete'],
  ['the person cannot be taken off the staff', 'desk.staff', 'update'],
])(
  'if %s, the end of an access changes nothing, and works when it is repeated',
  async (_what, table, event) => {
    await database.admin.query(
      `create function public.refuse() returns trigger language plpgsql as $$ begin raise 'Not today.'; end $$;
     create trigger refuse before ${event} on ${table} for each row execute function public.refuse()`,
    );
    const end = () => inTransaction(database.admin, () => takeOffStaff(database.admin, id));
    await expect(end()).rejects.toThrow('Not today.');
    expect(await readPerson()).toEqual(UNCHANGED);

    await database.admin.query('drop function public.refuse() cascade');
    await end();
    expect(await readPerson()).toEqual(ENDED);
  },
);

test('an e-mail address in upper case is the same account', async () => {
  const email = EMAIL.toUpperCase();
  expect(await addStaff(database.admin, { name: 'Benedict', email, role: 'owner' })).toBe(id);
  expect(await findUser(database.admin, email)).toBe(id);
  const { rows } = await database.admin.query(
    'select name, role, (select email from desk_auth.users where id = user_id) as email from desk.staff order by name',
  );
  expect(rows).toMatchObject([
    { name: 'Ann', role: 'owner' },
    { name: 'Benedict', email: EMAIL, role: 'owner' },
  ]);
});

const ANN = `(select id from desk_auth.users where email = 'ann@firm.example')`;
const giveApp = (isConnected: boolean) =>
  `insert into desk_auth.apps (user_id, secret, connected_at) values (${ANN}, '', ${isConnected ? 'now()' : 'null'})`;
const LINK = ['ann@firm.example'];

test.each<[when: string, sql: string, isTrial: boolean, linkOf: string[]]>([
  ['only somebody who is no owner has a key', '', false, LINK],
  ['an owner has a passkey', `update desk_auth.passkeys set user_id = ${ANN}`, false, []],
  ['an owner has an authenticator app', giveApp(true), false, []],
  ['an owner has an authenticator app that is not connected', giveApp(false), false, LINK],
  [
    'an owner has removed passkeys and apps only',
    `update desk_auth.passkeys set user_id = ${ANN}, ended_at = now(); ${giveApp(true)};
     update desk_auth.apps set ended_at = now()`,
    false,
    LINK,
  ],
  ['the second owner has a passkey', `update desk.staff set role = 'owner'`, false, []],
  [
    'only a former owner has a passkey',
    `update desk.staff set role = 'owner', active = user_id = ${ANN}`,
    false,
    LINK,
  ],
  [
    'neither of two owners has a key',
    `update desk.staff set role = 'owner'; delete from desk_auth.passkeys`,
    false,
    LINK,
  ],
  ['it is a trial, and an owner has a key', giveApp(true), true, LINK],
  [
    'there is no owner',
    'alter table desk.staff disable trigger keep_an_owner; update desk.staff set active = false',
    false,
    ['firm@firm.example'],
  ],
])('if %s, npm start creates the links that it should', async (_when, sql, isTrial, linkOf) => {
  await database.admin.query(sql);
  const token = await createStartLinkToken(database.admin, { isTrial, firmEmail: 'Firm@firm.example' });
  const { rows } = await database.admin.query<{ email: string }>(
    'select email from desk_auth.links join desk_auth.users on users.id = user_id',
  );
  expect(rows.map(({ email }) => email)).toEqual(linkOf);
  expect(token !== undefined).toBe(linkOf.length > 0);
});
