/** How somebody is with the desk: it decides how often the desk asks for changes. */
export type Attention = 'active' | 'idle' | 'hidden';

/** With the jitter and the way there and back, a new lead shows within three seconds. */
const INTERVAL_MS = { active: 2_500, idle: 15_000 };
const LONGEST_MS = 60_000;
/** Keeps ten open desks from asking in the same moment. */
const JITTER = 0.1;

/**
 * Milliseconds until the desk asks for changes again, or undefined when it does not: a hidden desk asks when it is
 * shown. Each failure doubles the wait, up to a minute.
 *
 * @param random from 0 to 1
 */
export function nextPollMs(attention: Attention, failures: number, random: number): number | undefined {
  if (attention === 'hidden') return undefined;
  const wait = Math.min(LONGEST_MS, INTERVAL_MS[attention] * 2 ** failures);
  return Math.round(wait * (1 + JITTER * (2 * random - 1)));
}

/** After a minute without a touch, a visible desk counts as idle. */
export const IDLE_AFTER_MS = 60_000;

export function attentionOf(isVisible: boolean, msSinceTouch: number): Attention {
  if (!isVisible) return 'hidden';
  return msSinceTouch < IDLE_AFTER_MS ? 'active' : 'idle';
}
