import pg from 'pg';
import { workOn, type Connect } from './connect.ts';

/** As whom the server logs in to the embedded database. Of itself it may do nothing. */
export const LOGIN = 'authenticator';

/**
 * Makes the login and lets it become the roles that the server works as, and no other: not even a
 * statement that was smuggled in could become the superuser. The name is Supabase's for the same thing.
 */
export function createLogin(connectAsOwner: Connect, password: string): Promise<void> {
  return workOn(connectAsOwner, async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [LOGIN]);
    const name = pg.escapeIdentifier(LOGIN);
    await client.query(
      `${rowCount ? 'alter' : 'create'} role ${name} login noinherit password ${pg.escapeLiteral(password)};
       grant anon, mailer, limiter to ${name};
       alter role ${name} set statement_timeout = '8s';
       alter role ${name} set lock_timeout = '4s';
       alter role ${name} set idle_in_transaction_session_timeout = '10s'`,
    );
  });
}
