import * as z from 'zod';
import { execute, rowOf, sql, type Db } from '../database/statement.ts';

/** Makes the missing cases of these leads. Two calls at the same time make only one case for each lead. */
export async function adopt(db: Db, leadIds: readonly string[]): Promise<void> {
  await execute(db, sql`select desk_private.adopt(${leadIds}::uuid[])`);
}

/** Makes the missing cases of the last hour's leads and, every ten minutes, of all others. */
export async function adoptNew(db: Db): Promise<void> {
  await execute(db, sql`select desk_private.adopt_new()`);
}

/** Makes all missing cases, a thousand at a time. */
export async function adoptAll(db: Db): Promise<void> {
  for (let made = 1; made > 0;) {
    await execute(db, sql`select from desk_private.settings for update`);
    ({ made } = await rowOf(
      db,
      z.object({ made: z.int() }),
      sql`
        select desk_private.adopt(array(
          select id from public.leads where not exists (select from desk_private.cases where lead_id = id) limit 1000
        )) as made`,
    ));
  }
}
