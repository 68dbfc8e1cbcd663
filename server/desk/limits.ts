import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { openCallLimit } from '../mail/call-limit.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Addresses that cannot be told apart count as one: an uncounted one could guess without end. */
const UNKNOWN = '0.0.0.0';

/** A rate limit. Counts one more of what a key stands for; resolves with the seconds to wait when it is too many. */
export type Limit = (key: string | undefined) => Promise<number | undefined>;

function perAddress(count: number, seconds: number): Limit {
  const limit = openCallLimit([{ count, seconds }]);
  return (address) => limit.count(address ?? UNKNOWN);
}

function perKey(count: number, seconds: number): Limit {
  const limiter = new RateLimiterMemory({ points: count, duration: seconds });
  return async (key) => {
    try {
      await limiter.consume(key ?? '');
      return undefined;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    }
  };
}

export type Limits = ReturnType<typeof openLimits>;

/**
 * How often something may be tried, by network address and by account: somebody with many addresses must not guess the
 * code of one person, and somebody with many accounts not from one address. Kept in memory, as those of calls are.
 */
export function openLimits() {
  return {
    codesPerAddress: perAddress(5, HOUR),
    codesPerMailbox: perKey(3, 15 * MINUTE),
    triesPerAddress: perAddress(10, 15 * MINUTE),
    triesPerAccount: perKey(10, 15 * MINUTE),
    passkeyOptionsPerAddress: perAddress(60, MINUTE),
    callsPerSession: perKey(20, 1),
  };
}
