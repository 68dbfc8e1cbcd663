import { createHmac } from 'node:crypto';
import pg from 'pg';
import { inTransaction } from './in-transaction.ts';

/** The database roles that the server works as, each with the privileges for one task. */
const ROLES = ['anon', 'seller', 'desk', 'desk_auth', 'mailer', 'leads_probe'] as const;

export type ServerRole = (typeof ROLES)[number];

/** Roles are shared by all databases of a cluster, so each name contains the name of the database. */
const loginNameOf = (role: ServerRole, database: string) => `${role}_of_${database}`;

export const loginNames = (database: string): string[] => ROLES.map((role) => loginNameOf(role, database));

const adviceFor = (logins: { name: string; role: ServerRole }[]) =>
  logins
    .map(({ name, role }) => {
      const login = pg.escapeIdentifier(name);
      return `create role ${login} login noinherit password '<the password of DATABASE_URL>'; grant ${role} to ${login};`;
    })
    .join(' ');

/**
 * Limits how much of the disk a query's sorts and joins may use. The largest queries of the desk, the staff's app, use
 * a few megabytes.
 */
const TEMP_FILE_LIMIT = '256MB';

/**
 * Creates the login, or updates its password and its limits. Removes all other settings: a login may change its own, such
 * as `default_transaction_read_only`, and they would outlast a restart.
 */
async function createLogin(
  owner: pg.Client,
  { name, role, password, database }: { name: string; role: ServerRole; password: string; database: string },
  isSuperuser: boolean,
): Promise<void> {
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [name]);
  const login = pg.escapeIdentifier(name);
  await owner.query(
    `${rowCount ? 'alter' : 'create'} role ${login} login noinherit password ${password ? pg.escapeLiteral(password) : 'null'};
     grant ${role} to ${login};
     alter role ${login} reset all;
     alter role ${login} in database ${pg.escapeIdentifier(database)} reset all;
     ${isSuperuser ? `alter role ${login} set temp_file_limit = '${TEMP_FILE_LIMIT}';` : ''}
     alter role ${login} set statement_timeout = '8s';
     alter role ${login} set lock_timeout = '4s';
     alter role ${login} set idle_in_transaction_session_timeout = '10s'`,
  );
}

/** @throws {Error} when a login is missing, is not a member of its role, or is a member of another role */
async function checkLogins(owner: pg.Client, logins: { name: string; role: ServerRole }[]): Promise<void> {
  for (const login of logins) {
    const { rows } = await owner.query<{ roles: string[] }>(
      `select array(
         select role.rolname::text from pg_roles as role
         where role.oid <> login.oid and pg_has_role(login.oid, role.oid, 'member')
       ) as roles
       from pg_roles as login where rolname = $1`,
      [login.name],
    );
    if (!rows[0]) {
      throw new Error(
        `The server needs logins with fewer rights than the login of DATABASE_URL, which may not create them. An administrator has to run: ${adviceFor(logins)}`,
      );
    }
    const others = rows[0].roles.filter((role) => role !== login.role);
    if (others.length > 0 || rows[0].roles.length === 0) {
      throw new Error(
        `The login ${login.name} must be a member of ${login.role} and of nothing else, but is one of: ${rows[0].roles.join(', ') || 'nothing'}.`,
      );
    }
  }
}

/**
 * Creates a login for each role that the server works as. A login may only `set role` to its role and has no privileges
 * itself, so an injected statement can become neither the owner nor another of these roles. Each password is derived
 * from the owner's, so all servers on the database know it and none of them stores it.
 *
 * If the owner may not create roles, an administrator must have created the logins with the owner's password.
 *
 * @returns the URL of each login
 * @throws {Error} when a login is missing, is not a member of its role, or is a member of another role
 */
export async function createLogins(owner: pg.Client, ownerUrl: string): Promise<Record<ServerRole, string>> {
  return inTransaction(owner, async () => {
    const urls = {} as Record<ServerRole, string>;
    // Only one server at a time creates the logins.
    await owner.query('lock table private.secrets in share row exclusive mode');
    const { rows } = await owner.query<{ database: string; isSuperuser: boolean; createsRoles: boolean }>(
      `select current_database() as database, rolsuper as "isSuperuser", rolsuper or rolcreaterole as "createsRoles"
       from pg_roles where rolname = current_user`,
    );
    const [{ database, isSuperuser, createsRoles }] = rows as [(typeof rows)[0]];
    const logins = ROLES.map((role) => ({ role, name: loginNameOf(role, database) }));
    for (const { role, name } of logins) {
      const url = new URL(ownerUrl);
      url.username = encodeURIComponent(name);
      if (createsRoles) {
        url.password = url.password && createHmac('sha256', url.password).update(name).digest('base64url');
        await createLogin(owner, { name, role, password: url.password, database }, isSuperuser);
      }
      urls[role] = url.href;
    }
    await checkLogins(owner, logins);
    return urls;
  });
}
