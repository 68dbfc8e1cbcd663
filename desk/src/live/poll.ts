/** How actively the desk is used. It sets the polling interval. */
export type Activity = 'active' | 'idle' | 'hidden';

/** Short enough that a new lead appears within three seconds, including jitter and the round trip. */
const INTERVAL_MS = { active: 2_500, idle: 15_000 };
const LONGEST_MS = 60_000;
/** Spreads the requests of open desks over time. */
const JITTER = 0.1;

/**
 * Milliseconds until the next poll, or undefined for none: a hidden desk polls when it is shown again. Each failure
 * doubles the wait, up to a minute.
 *
 * @param random from 0 to 1
 */
export function nextPollMs(activity: Activity, failures: number, random: number): number | undefined {
  if (activity === 'hidden') return undefined;
  const wait = Math.min(LONGEST_MS, INTERVAL_MS[activity] * 2 ** failures);
  return Math.round(wait * (1 + JITTER * (2 * random - 1)));
}

/** After this time without activity, a visible desk counts as idle. */
export const IDLE_AFTER_MS = 60_000;

export function activityOf(isVisible: boolean, msSinceActivity: number): Activity {
  if (!isVisible) return 'hidden';
  return msSinceActivity < IDLE_AFTER_MS ? 'active' : 'idle';
}
