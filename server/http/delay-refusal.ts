import { setTimeout as delay } from 'node:timers/promises';

const LEAST_MS = 1_000;
const MOST_MS = 3_000;

/**
 * How long a refusal waits, when a client has sent too many requests or the server is busy. Without a delay, a client
 * that repeats at once would get thousands of responses a second. The delay is random, so that a crowd does not repeat
 * together.
 */
export async function delayRefusal(): Promise<void> {
  await delay(LEAST_MS + Math.random() * (MOST_MS - LEAST_MS));
}
