import type { Logger } from 'pino';
import type { ClientBase } from 'pg';
import { loginNames } from './logins.ts';

/** No statement of the server takes longer than eight seconds, and no transaction of it waits for longer than ten. */
const LONGEST_SECONDS = 60;

/**
 * Ends the connections of the server's logins that are in one statement, or in a transaction without one, for more than a
 * minute. A login may lift its own time limits, so a statement that is smuggled in could otherwise run for ever.
 *
 * An owner that is no superuser may have no right to end them; that is logged.
 */
export async function endLongStatements(
  owner: ClientBase,
  log: Pick<Logger, 'warn'>,
  longestSeconds = LONGEST_SECONDS,
): Promise<void> {
  try {
    const { rows: names } = await owner.query<{ database: string }>('select current_database() as database');
    const { rows } = await owner.query<{ login: string; seconds: number }>(
      // Materialized, so that PostgreSQL does not end connections before it has compared them.
      `with long as materialized (
         select pid, usename as login, extract(epoch from clock_timestamp() - state_change)::int as seconds
         from pg_stat_activity
         where datname = current_database() and usename = any ($1) and state <> 'idle'
           and state_change < clock_timestamp() - make_interval(secs => $2)
       )
       select login, seconds, pg_terminate_backend(pid) from long`,
      [loginNames(names[0]?.database ?? ''), longestSeconds],
    );
    for (const { login, seconds } of rows)
      log.warn({ login, seconds }, 'a statement of more than a minute was ended');
  } catch (error) {
    log.warn({ error: String(error) }, 'statements of more than a minute cannot be ended');
  }
}
