import type { ClientBase } from 'pg';
import type { Logger } from 'pino';

/** Stores which access (owners, policies, grants) there should be: that of now, right after the migrations. */
export async function recordAccess(owner: ClientBase): Promise<void> {
  await owner.query(`
    delete from private.access;
    insert into private.access (statement) select private.current_access()`);
}

/**
 * Brings back access that has been lost since the migrations: a role that may run any statement can drop its policies with
 * `drop owned`. What cannot be brought back is named in the health check.
 */
export async function restoreAccess(owner: ClientBase, log: Logger): Promise<void> {
  const tried = new Set<string>();
  for (;;) {
    // Read again after each statement: a new owner brings back the grants and policies of its table, too.
    const { rows } = await owner.query<{ statement: string }>('select private.missing_access() as statement');
    const statement = rows.map((row) => row.statement).find((missing) => !tried.has(missing));
    if (statement === undefined) return;
    tried.add(statement);
    try {
      await owner.query(statement);
      log.error({ statement }, 'access to the database was missing, and was restored');
    } catch (error) {
      log.error({ statement, error: String(error) }, 'access to the database is missing');
    }
  }
}
