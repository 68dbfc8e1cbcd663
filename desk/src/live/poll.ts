/** How actively the user works in this tab. It decides how often the app polls for changes. */
export type Activity = 'active' | 'idle' | 'hidden';

/** While the user is active, a new lead or message must appear within three seconds, including jitter and calls. */
const INTERVAL_MS = {
  active: 2_200,
  idle: 15_000,
  // Browsers may run the timers of a hidden tab only once a minute.
  hidden: 20_000,
};
const LONGEST_MS = 60_000;
/** The share by which each interval varies at random, so that the open tabs of all staff do not poll at once. */
const JITTER = 0.1;

/**
 * Milliseconds until the next poll. Each failure in a row doubles the wait, up to about a minute.
 *
 * @param random a random number from 0 to 1, for the jitter
 */
export function nextPollMs(activity: Activity, failures: number, random: number): number {
  const wait = Math.min(LONGEST_MS, INTERVAL_MS[activity] * 2 ** failures);
  return Math.round(wait * (1 + JITTER * (2 * random - 1)));
}

/** After this time without activity, a visible tab counts as idle. */
export const IDLE_AFTER_MS = 60_000;

export function activityOf(isVisible: boolean, msSinceActivity: number): Activity {
  if (!isVisible) return 'hidden';
  return msSinceActivity < IDLE_AFTER_MS ? 'active' : 'idle';
}
