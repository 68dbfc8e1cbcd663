import { RateLimiterMemory } from 'rate-limiter-flexible';
import { consume, openCallLimit } from '../../http/call-limit.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Requests with an unknown IP address are counted under this one: uncounted, they could guess codes for ever. */
const UNKNOWN_IP = '0.0.0.0';

/** Counts an event of an IP address, account or session. @returns the seconds to wait if the event exceeds the limit */
export type Limit = (subject: string | undefined) => Promise<number | undefined>;

function perIp(count: number, seconds: number): Limit {
  const limit = openCallLimit([{ count, seconds }]);
  return (ip) => limit.count(ip ?? UNKNOWN_IP);
}

function perSubject(count: number, seconds: number): Limit {
  const limiter = new RateLimiterMemory({ points: count, duration: seconds });
  return (subject) => consume(limiter, subject ?? '');
}

export type Limits = ReturnType<typeof openLimits>;

/**
 * Rate limits per IP address and per account, so that codes cannot be guessed from many IP addresses for one account,
 * nor from one IP address for many accounts. The limits on refusals are those of `../limit-refusals.ts`. The counts are kept
 * in memory.
 */
export function openLimits() {
  return {
    codesPerIp: perIp(5, HOUR),
    codesPerMailbox: perSubject(3, 15 * MINUTE),
    triesPerIp: perIp(10, 15 * MINUTE),
    triesPerAccount: perSubject(10, 15 * MINUTE),
    passkeyOptionsPerIp: perIp(60, MINUTE),
    passkeyVerificationsPerIp: perIp(60, MINUTE),
    refusalsPerIp: perIp(60, MINUTE),
    refusalsInAll: perSubject(100, 10),
    callsPerSession: perSubject(20, 1),
    readsPerFeed: perSubject(10, MINUTE),
  };
}
