/**
 * The limits of the seller's page that guard this server against load. They are in its memory, so several servers together
 * accept more, which does no harm: nobody guesses a key of 256 bits.
 */
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { consume, openCallLimit } from '../http/call-limit.ts';
import { limitConcurrency } from '../http/limit-concurrency.ts';
import { Refused } from '../refused.ts';
import { hashOfGiven } from './keys.ts';

/** A right key may make five times as many calls as a network without one. An open page makes 13 a minute. */
const RIGHT_KEY_FACTOR = 5;

/** How many calls run at once, and how many more wait: most of the database's time is for the leads. */
const CALLS_AT_ONCE = { running: 4, waiting: 100 };

function refuseAfter(wait: number | undefined, message: string): void {
  if (wait !== undefined) throw new Refused(429, '', message, wait);
}

/**
 * Limits the calls of each right key, and those without a right key by their network. Wrong keys are never counted against
 * a right one, because thousands of people may share the address of a mobile network.
 *
 * @param callsPerMinute how many calls without a right key one network may make; undefined for no limits
 */
export function openLoadLimits(callsPerMinute: number | undefined) {
  const perMinute = (count: number) => ({ count, seconds: 60 });
  const withoutKey = openCallLimit(callsPerMinute === undefined ? [] : [perMinute(callsPerMinute)]);
  const withKey =
    callsPerMinute === undefined
      ? undefined
      : new RateLimiterMemory({ points: RIGHT_KEY_FACTOR * callsPerMinute, duration: 60 });
  const runLimited = limitConcurrency(CALLS_AT_ONCE);
  const runOneByOne = limitConcurrency({ ...CALLS_AT_ONCE, running: 1 });

  const runInTurn: typeof runLimited = async (work) =>
    (await runOneByOne(async () => ({ result: await runLimited(work) })))?.result;

  async function countRightKey(hash: string): Promise<void> {
    refuseAfter(withKey && (await consume(withKey, hash)), 'Too many calls in a short time.');
  }

  return {
    runLimited,

    /**
     * Begins a call with a key. A key that was right in the last minute is counted at once. Of a network that has reached its
     * limit, calls with other keys run one after the other, so that a flood of them keeps neither other networks nor the
     * leads from the database.
     *
     * @throws {Refused} 429 if the key was right and has made too many calls
     */
    async begin(ip: string | undefined, key: unknown) {
      const hash = hashOfGiven(key)?.toString('base64') ?? '';
      const isKnown = (await withKey?.get(hash)) != null;
      if (isKnown) await countRightKey(hash);
      const isCrowded = !isKnown && (await withoutKey.check(ip)) !== undefined;
      return {
        /** To be called when the key turns out to be right. @throws {Refused} 429 above the limit */
        noteRightKey: () => (isKnown ? undefined : countRightKey(hash)),
        runLimited: isCrowded ? runInTurn : runLimited,
      };
    },

    /** Counts a call without a right key. @throws {Refused} 429 above the limit of its network */
    async countWithoutKey(ip: string | undefined): Promise<void> {
      refuseAfter(await withoutKey.count(ip), 'Too many calls from one address in a short time.');
    },
  };
}
