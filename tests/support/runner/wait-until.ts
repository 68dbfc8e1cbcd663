import { WAIT_LIMIT_MS } from './time-limits.ts';

const POLL_MS = 50;

/**
 * For tests: polls until a condition holds. An error counts as "not yet", because the condition may query a process
 * that is still starting.
 *
 * @param what the condition in words, for the error message
 * @throws {Error} after the limit, with the last error as its cause
 */
export async function waitUntil(
  what: string,
  condition: () => Promise<boolean>,
  limitMs = WAIT_LIMIT_MS,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  let last: unknown;
  while (Date.now() < deadline) {
    try {
      if (await condition()) return;
      last = undefined;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`Timed out after ${limitMs} ms, waiting until ${what}`, { cause: last });
}
