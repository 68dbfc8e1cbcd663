import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimit } from '../env.ts';
import { ipRangesOf } from './client-ip.ts';

export type CallLimit = {
  /**
   * Counts one more call from an IP address.
   *
   * @param ip undefined if unknown: the call is not counted
   * @returns undefined; for a call that exceeds the limit, the seconds to wait before the next
   */
  count(ip: string | undefined): Promise<number | undefined>;
};

/** Factors of the limit for each of `ipRangesOf`: 1 for an IPv4 address or an IPv6 /64, 10 for a /48, 100 for a /32. */
export const RANGE_FACTORS = [1, 10, 100];

const secondsToWait = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));

/**
 * A rate limit per IP address: for calls of send-email (the function that mails a stored lead), for forms submitted
 * without JavaScript, and for the desk's sign-in. Each server counts in its own memory, so several servers together
 * accept more requests, which does no harm. Leads are counted in the database (`private.refuse_too_many`).
 */
export function openCallLimit(limits: readonly RateLimit[]): CallLimit {
  const levels = RANGE_FACTORS.map((factor) =>
    limits.map(({ count, seconds }) => new RateLimiterMemory({ points: count * factor, duration: seconds })),
  );
  return {
    async count(ip) {
      const ranges = ip === undefined ? [] : ipRangesOf(ip);
      const counters = ranges.flatMap((range, level) =>
        (levels[level] ?? []).map((limiter) => ({ limiter, range })),
      );
      // A refused call is not counted. Otherwise a call that one limit refuses would use up the others too, and each new
      // range would take memory.
      for (const { limiter, range } of counters) {
        const counted = await limiter.get(range);
        if (counted && counted.remainingPoints <= 0) return secondsToWait(counted);
      }
      try {
        for (const { limiter, range } of counters) await limiter.consume(range);
      } catch (refusal) {
        // Other calls were counted since the check above.
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return secondsToWait(refusal);
      }
      return undefined;
    },
  };
}
