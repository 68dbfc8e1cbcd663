import type { ClientBase } from 'pg';
import type { Logger } from 'pino';

/** Stores the present access (owners, policies, grants) as what it should be. Call it right after the migrations. */
export async function recordAccess(owner: ClientBase): Promise<void> {
  await owner.query(`
    delete from private.access;
    insert into private.access (statement) select private.current_access()`);
}

/**
 * Restores access that has been lost since the migrations: a role that may run any statement can drop its policies with
 * `drop owned`. The health check names what cannot be restored.
 */
export async function restoreAccess(owner: ClientBase, log: Logger): Promise<void> {
  const tried = new Set<string>();
  for (;;) {
    // Reads the missing access again after each statement, because a new owner also restores the grants and policies of
    // its table.
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
