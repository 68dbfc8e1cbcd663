import type { Pool } from 'pg';
import { RateLimiterPostgres, type IRateLimiterPostgresOptions } from 'rate-limiter-flexible';
import { inBatches } from './in-batches.ts';

/**
 * Points of a key: those to add, or, afterwards, those that it has. `expire` is when its window ends, or would
 * end if it began now: milliseconds since 1970.
 */
type Count = { key: string; points: number; expire: number };

/** Counts many keys in one statement. */
export type CountTogether = (count: Count) => Promise<Count>;

/**
 * Each key once, in their order: two servers that wait for each other's rows would wait for ever. A window
 * that has ended begins anew.
 */
const COUNT = `
  insert into private.rate_limits as counted (key, points, expire)
  select key, sum(points), max(expire)
  from json_to_recordset($1) as added (key text, points integer, expire bigint)
  group by key
  order by key
  on conflict (key) do update set
    points = excluded.points + case when counted.expire <= $2 then 0 else counted.points end,
    expire = case when counted.expire <= $2 then excluded.expire else counted.expire end
  returning key, points, expire::float8`;

const MAX_COUNTS_TOGETHER = 200;

/** @param pool works as the role `limiter` */
export function openCounter(pool: Pick<Pool, 'query'>): CountTogether {
  return inBatches<Count, Count>(
    async (counts) => {
      const { rows } = await pool.query<Count>({
        name: 'count-together',
        text: COUNT,
        values: [JSON.stringify(counts), Date.now()],
      });
      const totals = new Map(rows.map((row) => [row.key, row]));
      // As if one had come after the other: the last of a key sees all its points, the one before it fewer.
      return counts
        .toReversed()
        .map(({ key, points }) => {
          const total = totals.get(key);
          if (!total) return new Error('The database has not counted it.');
          totals.set(key, { ...total, points: total.points - points });
          return total;
        })
        .toReversed();
    },
    { maxBatchSize: MAX_COUNTS_TOGETHER },
  );
}

type Options = IRateLimiterPostgresOptions & { countTogether: CountTogether };

/**
 * rate-limiter-flexible on PostgreSQL, where all that count at once share a statement: one for each of a lead's
 * windows costs more than the lead. `_upsert` is what every store of that library has to implement.
 */
export class BatchedRateLimiter extends RateLimiterPostgres {
  readonly #countTogether: CountTogether;

  constructor({ countTogether, ...options }: Options) {
    super(options);
    this.#countTogether = countTogether;
  }

  /** @throws {Error} for `set` and `block`, which do not add but replace */
  async _upsert(
    key: string,
    points: number,
    msDuration: number,
    replace: boolean,
  ): Promise<{ rows: [Count] }> {
    if (replace) throw new Error('This limiter counts only.');
    return { rows: [await this.#countTogether({ key, points, expire: Date.now() + msDuration })] };
  }
}
