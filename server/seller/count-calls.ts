import { createHash } from 'node:crypto';
import * as z from 'zod';
import { firstRowOf, rowOf, sql, type Db } from '../database/statement.ts';

/** Which of the times still count. A time in the future was written by a wrong clock. */
const recent = (times: ReturnType<typeof sql>, seconds: number) => sql`array(
  select earlier from unnest(${times}) as earlier
  where earlier > now() - make_interval(secs => ${seconds}) and earlier < now() + interval '1 minute'
  order by earlier
)`;

/**
 * Counts one more call of a network, or one more mail to a mailbox, unless it is above the limit. All servers count
 * together. The end of a transaction that fails undoes the counting.
 *
 * @param who what is counted; stored as a keyed hash only
 * @returns undefined, or the seconds to wait
 */
export async function countCall(
  db: Db,
  who: string,
  most: number,
  seconds: number,
): Promise<number | undefined> {
  const { secret } = await rowOf(
    db,
    z.object({ secret: z.string() }),
    sql`select value as secret from private.secrets where name = 'submission'`,
  );
  const key = createHash('sha256').update(`${who} ${secret}`).digest();
  const counted = await firstRowOf(
    db,
    z.object({}),
    sql`
      insert into desk.call_counts as counts (key, ends_at, counted_at)
      values (${key}, now() + make_interval(secs => ${seconds}), array[now()])
      on conflict on constraint call_counts_pkey do update
      set ends_at = excluded.ends_at, counted_at = ${recent(sql`counts.counted_at`, seconds)} || now()
      where cardinality(${recent(sql`counts.counted_at`, seconds)}) < ${most}
      returning 1`,
  );
  if (counted) return undefined;
  const { wait } = await rowOf(
    db,
    z.object({ wait: z.int() }),
    sql`
      select greatest(
        1, ceil(extract(epoch from times[cardinality(times) - ${most}::int + 1] - clock_timestamp()) + ${seconds}::int)
      )::int as wait
      from desk.call_counts cross join lateral (select ${recent(sql`counted_at`, seconds)} as times) as counting
      where key = ${key}`,
  );
  return wait;
}
