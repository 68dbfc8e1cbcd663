import type { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../support/database/test-database.ts';

const ROLES = ['anon', 'authenticated', 'service_role', 'mailer', 'leads_probe'] as const;
type Role = (typeof ROLES)[number];

const clients = {} as Record<Role, Client>;

const database = await createTestDatabase();
for (const role of ROLES) clients[role] = await database.connectAs(role);
afterAll(() => database.drop());

/** Runs a statement as a role, and rolls it back. @returns 'done', or PostgreSQL's code for the refusal */
async function attempt(role: Role, sql: string): Promise<string> {
  const client = clients[role];
  await client.query('begin');
  try {
    await client.query(sql);
    return 'done';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  } finally {
    await client.query('rollback');
  }
}

const DENIED = '42501';
const INSERT = `insert into public.leads (name, phone, message, source) values ('Iain', '0131 496 0456', 'Hello', 'chat_widget')`;

/**
 * Statements, and the roles that may run them. `privileges.test.ts` compares all privileges on our tables and functions
 * with a list, so most of these statements are ones that such privileges neither allow nor refuse.
 */
const STATEMENTS: [what: string, sql: string, allowed: Role[]][] = [
  ['insert a lead', INSERT, ['anon', 'service_role']],
  ['read leads', 'select * from public.leads', ['mailer', 'service_role']],
  ['count leads', 'select count(*) from public.leads', ['mailer', 'service_role']],
  ['count mails', 'select count(kind) from private.notifications', ['mailer', 'leads_probe']],
  // The cascade reaches the private tables, on which service_role has no privileges.
  ['empty leads', 'truncate public.leads cascade', []],
  ['hold up the next migration', 'select pg_advisory_lock(7201126)', []],
  ['hold up the next server', 'select pg_try_advisory_lock(7201127)', []],
  ['fill the disk with a large object', `select lo_from_bytea(0, 'x')`, []],
  ['make a large object', 'select lo_creat(-1)', []],
  ['read the passwords of roles', 'select * from pg_authid', []],
  ['read a file', `select pg_read_file('postgresql.conf')`, []],
  ['run a program', `copy public.leads to program 'cat'`, []],
];

describe.each(ROLES)('%s', (role) => {
  const may = STATEMENTS.filter(([, , allowed]) => allowed.includes(role));
  const mayNot = STATEMENTS.filter(([, , allowed]) => !allowed.includes(role));

  test.each(may)('may %s', async (_what, sql) => {
    expect(await attempt(role, sql)).toBe('done');
  });
  test.each(mayNot)('may not %s', async (_what, sql) => {
    expect(await attempt(role, sql)).toBe(DENIED);
  });
});

test('the mailer can read only the secret drain, which calls to send-email for all due mails contain', async () => {
  const { rows } = await clients.mailer.query('select name from private.secrets');
  expect(rows).toEqual([{ name: 'drain' }]);
});

test('a lead that anon has sent can be read by the mailer, and not by anon', async () => {
  await clients.anon.query(INSERT);
  await expect(clients.anon.query('table public.leads')).rejects.toMatchObject({ code: DENIED });
  const { rows } = await clients.mailer.query('select name from public.leads');
  expect(rows).toEqual([{ name: 'Iain' }]);
});
