import { setTimeout as delay } from 'node:timers/promises';

const LEAST_MS = 1_000;
const MOST_MS = 3_000;

/**
 * Delays the refusal of a client that has sent too many requests, or that comes while the server is busy. Without a
 * delay, a client that repeats at once would get thousands of responses a second. The delay is random, so that the
 * clients of a crowd do not repeat together.
 */
export async function delayRefusal(): Promise<void> {
  await delay(LEAST_MS + Math.random() * (MOST_MS - LEAST_MS));
}
