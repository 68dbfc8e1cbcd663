import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHAT_LEAD } from '../support/leads/sample-leads.ts';
import { startMailServer } from '../support/mail/mail-server.ts';
import { postLead } from '../support/leads/post-lead.ts';
import { startServer, type RunningServer } from '../support/server/running-server.ts';
import { startThrowawayPostgres } from '../support/database/throwaway-postgres.ts';
import { waitUntil } from '../support/runner/wait-until.ts';

const servers: RunningServer[] = [];

const mailServer = await startMailServer();
const postgres = await startThrowawayPostgres();
const admin = new pg.Client(postgres.connectionString);
await admin.connect();
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill('SIGTERM')));
  await admin.end();
  await postgres.close();
  await mailServer.close();
});

const urlFor = (user: string, database: string) => {
  const url = new URL(postgres.connectionString);
  url.username = user;
  url.pathname = `/${database}`;
  return url.href;
};

/** Servers as behind a load balancer. Each has its own data folder. They share the database and the publishable key. */
async function startServers(count: number, databaseUrl: string): Promise<RunningServer[]> {
  const started = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      startServer({
        DATA_DIR: join(postgres.folder, `data-${servers.length + index}`),
        DATABASE_URL: databaseUrl,
        SMTP_URL: mailServer.url,
        MAIL_TO: 'leads@example.com',
      }),
    ),
  );
  servers.push(...started);
  return started;
}

/** As in docs/deploy.md: a login that may create roles and owns its database. */
const OWN_ROLES = [`create role site login createrole password 'test'`, 'create database site owner site'];

/** For a login that may not create roles. An administrator creates the servers' logins and grants roles to it. */
const GIVEN_ROLES = [
  `create role plain login password 'test'`,
  ...['anon', 'seller', 'desk', 'desk_auth', 'mailer', 'leads_probe'].map(
    (role) =>
      `create role ${role}_of_plain login noinherit password 'test'; grant ${role} to ${role}_of_plain`,
  ),
  `do $$ begin
     execute (select format('grant %s to plain with admin option', string_agg(rolname, ', '))
       from pg_roles where not rolcanlogin and rolname !~ '^pg_');
   end $$`,
  'create database plain owner plain',
];

describe.each<[string, string, string[]]>([
  ['that may create roles', 'site', OWN_ROLES],
  ['that was given the roles', 'plain', GIVEN_ROLES],
])('two servers on one PostgreSQL, with a login %s and is not a superuser', (_what, login, statements) => {
  let pair: RunningServer[] = [];
  let client: pg.Client;
  beforeAll(async () => {
    // One at a time: "create database" cannot run with other statements.
    for (const statement of statements) await admin.query(statement);
    pair = await startServers(2, urlFor(login, login));
    client = new pg.Client(urlFor('postgres', login));
    await client.connect();
  });
  afterAll(() => client.end());

  test('store and mail leads with logins that do not own the database', async () => {
    await Promise.all(pair.map(({ url }) => fetch(`${url}/readyz`)));
    const responses = await Promise.all(pair.map(({ url }) => postLead(url, CHAT_LEAD, crypto.randomUUID())));
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    await waitUntil('both mails are sent', async () => {
      const { rows } = await client.query('select from private.notifications where sent_at is null');
      return rows.length === 0;
    });
    // Waits, because the database's owner connects for a moment each minute, to delete what has expired.
    await waitUntil('only the logins of the roles stay connected', async () => {
      const { rows } = await client.query<{ name: string }>(
        `select distinct usename::text as name from pg_stat_activity
         where datname = current_database() and usename <> 'postgres' order by 1`,
      );
      const names = ['anon', 'desk', 'leads_probe', 'mailer'].map((role) => `${role}_of_${login}`);
      return JSON.stringify(rows.map(({ name }) => name)) === JSON.stringify(names);
    });
  });
});

test('if a login may not create roles and the servers’ logins do not exist, the error says what an administrator has to run', async () => {
  for (const statement of [
    `create role bare login password 'test'`,
    'grant anon, authenticated, service_role, mailer, leads_owner, leads_probe, desk, desk_auth, seller to bare with admin option',
    'create database bare owner bare',
  ]) {
    await admin.query(statement);
  }
  await expect(startServers(1, urlFor('bare', 'bare'))).rejects.toThrow(
    /An administrator has to run: create role \\"anon_of_bare\\" login noinherit/,
  );
});
