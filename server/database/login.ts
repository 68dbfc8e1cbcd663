import pg from 'pg';
import { workOn, type Connect } from './connect.ts';

/** The server's login role for the embedded database. It has no privileges of its own. */
export const LOGIN = 'authenticator';

/**
 * Creates the login role and lets it become the roles that the server works as, and no others: not even an injected
 * statement could become the superuser. The name is the one that Supabase uses.
 */
export function createLogin(connectAsOwner: Connect, password: string): Promise<void> {
  return workOn(connectAsOwner, async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [LOGIN]);
    const name = pg.escapeIdentifier(LOGIN);
    await client.query(
      `${rowCount ? 'alter' : 'create'} role ${name} login noinherit password ${pg.escapeLiteral(password)};
       grant anon, mailer to ${name};
       revoke limiter from ${name};
       alter role ${name} set statement_timeout = '8s';
       alter role ${name} set lock_timeout = '4s';
       alter role ${name} set idle_in_transaction_session_timeout = '10s'`,
    );
  });
}
