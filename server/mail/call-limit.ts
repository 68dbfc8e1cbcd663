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

/** How many times as much as one sender a /48 network may send. */
const WIDE_NETWORK_FACTOR = 10;

/**
 * The rate limit per address for calls of the mail function. The counts are in this process's memory, because a call
 * too many costs little and a refused one loses nothing. Leads are counted in the database.
 *
 * @see supabase/migrations/20261121120000_limit_leads_per_address.sql
 */
export function openCallLimit(windows: readonly RateWindow[]): CallLimit {
  // In the order of `networksOf`: the address or its /64 network, then the /48.
  const levels = [1, WIDE_NETWORK_FACTOR].map((factor) =>
    windows.map(({ count, seconds }) => new RateLimiterMemory({ points: count * factor, duration: seconds })),
  );
  return {
    async count(address) {
      const networks = address === undefined ? [] : networksOf(address);
      try {
        // One after the other, so that a call that the short window refuses is not counted in the long one.
        for (const [level, network] of networks.entries()) {
          for (const limiter of levels[level] ?? []) await limiter.consume(network);
        }
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      }
      return undefined;
    },
  };
}
