import { execute, sql, type Db } from '../database/statement.ts';

/** Makes the missing cases of these leads. Two calls at the same time make only one case for each lead. */
export async function adopt(db: Db, leadIds: readonly string[]): Promise<void> {
  await execute(db, sql`select desk_private.adopt(${leadIds}::uuid[])`);
}

/** Makes the missing cases of the last hour's leads and, every ten minutes, of all others. */
export async function adoptNew(db: Db): Promise<void> {
  await execute(db, sql`select desk_private.adopt_new()`);
}
