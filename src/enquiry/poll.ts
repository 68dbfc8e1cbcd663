/** A message from the firm must appear within five seconds. This leaves half a second for the call. */
const INTERVAL_MS = 4_500;
const LONGEST_MS = 60_000;

/** Milliseconds until the next call. Each failure in a row doubles the wait, up to a minute. */
export const nextPollMs = (failures: number): number => Math.min(LONGEST_MS, INTERVAL_MS * 2 ** failures);
