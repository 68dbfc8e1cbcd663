import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from './client-address.ts';

/** So many, in so long. */
export type RateWindow = { count: number; seconds: number };

export type AddressLimit = {
  /**
   * Counts one more from this address. What cannot be counted goes through: no lead is lost because
   * counting is out of order.
   *
   * @returns undefined, or, when it is one too many, after how many seconds to come back
   */
  count(address: string): Promise<number | undefined>;
  /** Takes one back, which failed through no fault of its sender. */
  forgive(address: string): Promise<void>;
};

export type AddressLimits = { leads: AddressLimit; calls: AddressLimit };

type Options = {
  /** Works as the role `limiter`. */
  pool: Pick<Pool, 'query'>;
  /** The same for all servers on one database: they count together. */
  secret: string;
  leads: readonly RateWindow[];
  calls: readonly RateWindow[];
  log: Logger;
};

const FORGET_EVERY_MS = 60_000;

/** The end of the longest window that anybody would set. Later ends are those of a clock that was wrong. */
const LATEST_END_MS = 24 * 60 * 60 * 1000;

/**
 * Limits per network address, in PostgreSQL, so that all servers on it count together. Addresses are
 * personal data: only a keyed hash is stored, until its window ends.
 */
export function openAddressLimits({ pool, secret, leads, calls, log }: Options) {
  function keyOf(address: string): string {
    return createHmac('sha256', secret)
      .update(`address ${networkOf(address)}`)
      .digest('base64url');
  }

  function createLimit(what: string, windows: readonly RateWindow[]): AddressLimit {
    const limiters = windows.map(
      ({ count, seconds }) =>
        new RateLimiterPostgres({
          storeClient: pool,
          storeType: 'pool',
          schemaName: 'private',
          tableName: 'rate_limits',
          tableCreated: true,
          clearExpiredByTimeout: false,
          keyPrefix: `${what} in ${seconds} s`,
          points: count,
          duration: seconds,
          // Who is over the limit is not looked up again before the window ends.
          inMemoryBlockOnConsumed: count + 1,
        }),
    );
    return {
      async count(address) {
        const key = keyOf(address);
        try {
          // One after the other: what the short window refuses does not use up the long one.
          for (const limiter of limiters) await limiter.consume(key);
        } catch (refusal) {
          if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
          log.error({ what, error: String(refusal) }, 'an address could not be counted');
        }
        return undefined;
      },
      async forgive(address) {
        const key = keyOf(address);
        await Promise.all(limiters.map((limiter) => limiter.reward(key))).catch((error: unknown) => {
          log.error({ what, error: String(error) }, 'an address could not be forgiven');
        });
      },
    };
  }

  async function forgetWhatHasEnded(): Promise<void> {
    const now = Date.now();
    try {
      await pool.query('delete from private.rate_limits where expire < $1 or expire > $2', [
        now,
        now + LATEST_END_MS,
      ]);
    } catch (error) {
      log.error({ error: String(error) }, 'ended counts could not be deleted, will try again');
    }
  }
  const forgetting = setInterval(() => void forgetWhatHasEnded(), FORGET_EVERY_MS);

  return {
    leads: createLimit('leads', leads),
    calls: createLimit('calls', calls),
    close() {
      clearInterval(forgetting);
    },
  };
}
