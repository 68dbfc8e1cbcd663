import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { BatchedRateLimiter, openCounter } from './batched-rate-limiter.ts';
import { networksOf } from './client-address.ts';

/** So many, in so long. */
export type RateWindow = { count: number; seconds: number };

export type AddressLimit = {
  /**
   * Counts one more from this address. What cannot be counted goes through: no lead is lost because
   * counting is out of order.
   *
   * @param address undefined where it cannot be known
   * @returns undefined, or, when it is one too many, after how many seconds to come back
   */
  count(address: string | undefined): Promise<number | undefined>;
  /** Takes one back, which failed through no fault of its sender. */
  forgive(address: string | undefined): Promise<void>;
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

/** What somebody counts right now is no concern of this. */
const FORGET = `
  delete from private.rate_limits
  where key in (
    select key from private.rate_limits where expire < $1 or expire > $2 for update skip locked
  )`;

/** What a /48 network may send, as a multiple of what one sender may. */
const WIDE_NETWORK_FACTOR = 10;

/**
 * Limits per network address, in PostgreSQL, so that all servers on it count together. Addresses are
 * personal data: only a keyed hash is stored, until its window ends.
 */
export function openAddressLimits({ pool, secret, leads, calls, log }: Options) {
  const countTogether = openCounter(pool);
  const limiters: BatchedRateLimiter[] = [];
  /** Later ends are those of a clock that was wrong. */
  const longestMs = Math.max(0, ...[...leads, ...calls].map(({ seconds }) => seconds)) * 1000;

  function keyOf(network: string): string {
    return createHmac('sha256', secret).update(`address ${network}`).digest('base64url');
  }

  function createLimiter(what: string, { count, seconds }: RateWindow): BatchedRateLimiter {
    const limiter = new BatchedRateLimiter({
      storeClient: pool,
      storeType: 'pool',
      schemaName: 'private',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      countTogether,
      keyPrefix: `${what} in ${seconds} s`,
      points: count,
      duration: seconds,
      // Who is over the limit is not looked up with every try.
      inMemoryBlockOnConsumed: count + 1,
    });
    limiters.push(limiter);
    return limiter;
  }

  function createLimit(what: string, windows: readonly RateWindow[]): AddressLimit {
    // As `networksOf` names them: the address or its /64 network, then the /48.
    const levels = [1, WIDE_NETWORK_FACTOR].map((factor) =>
      windows.map(({ count, seconds }) => createLimiter(what, { count: count * factor, seconds })),
    );
    const bucketsOf = (address: string) =>
      networksOf(address).flatMap((network, level) => {
        const key = keyOf(network);
        return levels[level]?.map((limiter) => ({ limiter, key })) ?? [];
      });
    return {
      async count(address) {
        if (address === undefined) return undefined;
        try {
          // One after the other: what the short window refuses does not use up the long one.
          for (const { limiter, key } of bucketsOf(address)) await limiter.consume(key);
        } catch (refusal) {
          if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
          log.error({ what, error: String(refusal) }, 'an address could not be counted');
        }
        return undefined;
      },
      async forgive(address) {
        if (address === undefined) return;
        const rewards = bucketsOf(address).map(({ limiter, key }) => limiter.reward(key));
        await Promise.all(rewards).catch((error: unknown) => {
          log.error({ what, error: String(error) }, 'an address could not be forgiven');
        });
      },
    };
  }

  async function forgetWhatHasEnded(): Promise<void> {
    const now = Date.now();
    try {
      await pool.query(FORGET, [now, now + longestMs]);
      // What a wrong clock has blocked is looked up again.
      for (const limiter of limiters) limiter.deleteInMemoryBlockedAll();
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
