import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateWindow } from '../env.ts';
import { networksOf } from '../http/client-address.ts';

export type CallLimit = {
  /**
   * Counts one more call from this address.
   *
   * @param address undefined where it is unknown: the call is not counted
   * @returns undefined; for a call that exceeds the limit, the seconds to wait before the next
   */
  count(address: string | undefined): Promise<number | undefined>;
};

/** How many times as much as one sender each network of `networksOf` may send. */
const FACTORS = [1, 10, 100];

const secondsToWait = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));

/**
 * The rate limit per address for calls of the mail function. The counts are in this process's memory, because a call
 * too many costs little and a refused one loses nothing. Leads are counted in the database.
 *
 * @see supabase/migrations/20261121120000_limit_leads_per_address.sql
 */
export function openCallLimit(windows: readonly RateWindow[]): CallLimit {
  const levels = FACTORS.map((factor) =>
    windows.map(({ count, seconds }) => new RateLimiterMemory({ points: count * factor, duration: seconds })),
  );
  return {
    async count(address) {
      const networks = address === undefined ? [] : networksOf(address);
      const counters = networks.flatMap((network, level) =>
        (levels[level] ?? []).map((limiter) => ({ limiter, network })),
      );
      // A refused call is counted nowhere: it uses up no other window, and adds no network to remember.
      for (const { limiter, network } of counters) {
        const counted = await limiter.get(network);
        if (counted && counted.remainingPoints <= 0) return secondsToWait(counted);
      }
      try {
        for (const { limiter, network } of counters) await limiter.consume(network);
      } catch (refusal) {
        // Other calls were counted since the check above.
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return secondsToWait(refusal);
      }
      return undefined;
    },
  };
}
