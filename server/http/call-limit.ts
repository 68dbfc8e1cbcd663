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

/** A limit that counts only some of the calls, after they were answered. */
export type CheckedLimit = CallLimit & {
  /** Counts nothing. @returns the seconds to wait if the limit is reached */
  check(ip: string | undefined): Promise<number | undefined>;
};

/** Factors of the limit for each of `ipRangesOf`: 1 for an IPv4 address or an IPv6 /64, 10 for a /48, 100 for a /32. */
export const RANGE_FACTORS = [1, 10, 100];

const secondsToWait = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));

/** Counts one more for a subject. @returns the seconds to wait if that exceeds the limit */
export async function consume(limiter: RateLimiterMemory, subject: string): Promise<number | undefined> {
  try {
    await limiter.consume(subject);
    return undefined;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return secondsToWait(refusal);
  }
}

/**
 * A rate limit per IP address: for calls of send-email (the function that mails a stored lead), for forms submitted
 * without JavaScript, for wrong links to the seller's page, and for the desk's sign-in. Each server counts in its own
 * memory, so several servers together accept more requests, which does no harm. Leads are counted in the database
 * (`private.refuse_too_many`).
 */
export function openCallLimit(limits: readonly RateLimit[]): CheckedLimit {
  const levels = RANGE_FACTORS.map((factor) =>
    limits.map(({ count, seconds }) => new RateLimiterMemory({ points: count * factor, duration: seconds })),
  );
  const countersOf = (ip: string | undefined) =>
    (ip === undefined ? [] : ipRangesOf(ip)).flatMap((range, level) =>
      (levels[level] ?? []).map((limiter) => ({ limiter, range })),
    );

  async function check(ip: string | undefined): Promise<number | undefined> {
    for (const { limiter, range } of countersOf(ip)) {
      const counted = await limiter.get(range);
      if (counted && counted.remainingPoints <= 0) return secondsToWait(counted);
    }
    return undefined;
  }

  return {
    check,
    async count(ip) {
      // A refused call is not counted. Otherwise a call that one limit refuses would use up the others too, and each new
      // range would take memory.
      let wait = await check(ip);
      // Other calls may have been counted since the check.
      for (const { limiter, range } of countersOf(ip)) wait ??= await consume(limiter, range);
      return wait;
    },
  };
}
