import * as z from 'zod';
import { rowOf, sql, type Db, type Sql } from '../database/statement.ts';

/** How many mails may be sent to a mailbox, or asked for from a network, in a period. */
type Limit = {
  /** A network, or the address of a mailbox. Stored as a keyed hash only. */
  who: string;
  most: number;
};

/** The times that still count. A time in the future was written by a wrong clock. */
const recent = (times: Sql, seconds: number) => sql`array(
  select earlier from unnest(${times}) as earlier
  where earlier > now() - make_interval(secs => ${seconds}) and earlier < now() + interval '1 minute'
  order by earlier
)`;

/**
 * Counts one more mail for everybody in a list, unless it is above their limit. All servers count together. The end of a
 * transaction that fails undoes the counting.
 *
 * @returns undefined, or the seconds to wait when one was above their limit
 */
export async function countMails(
  db: Db,
  limits: readonly Limit[],
  seconds: number,
): Promise<number | undefined> {
  const { wait } = await rowOf(
    db,
    z.object({ wait: z.int().nullable() }),
    sql`
      with limits as (
        select sha256(convert_to(who || ' ' || value, 'UTF8')) as key, most
        from unnest(${limits.map(({ who }) => who)}::text[], ${limits.map(({ most }) => most)}::int[]) as given (who, most)
        cross join private.secrets
        where name = 'submission'
      ),
      counted as (
        insert into desk.mail_counts as counts (key, ends_at, counted_at)
        select key, now() + make_interval(secs => ${seconds}), array[now()] from limits
        on conflict (key) do update
        set ends_at = excluded.ends_at, counted_at = ${recent(sql`counts.counted_at`, seconds)} || now()
        where cardinality(${recent(sql`counts.counted_at`, seconds)}) < (select most from limits where key = counts.key)
        returning key
      )
      select max(greatest(1, ceil(extract(epoch from times[cardinality(times) - most + 1] - clock_timestamp()) + ${seconds}::int)))::int as wait
      from limits
      left join desk.mail_counts using (key)
      cross join lateral (select ${recent(sql`counted_at`, seconds)} as times) as counting
      where key not in (select key from counted)`,
  );
  return wait ?? undefined;
}
