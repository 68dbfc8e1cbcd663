const LOOK_EVERY_MS = 50;

/**
 * Looks again and again until it is so. An error counts as "not yet": what is waited for may be a
 * process that is starting.
 *
 * @throws {Error} after the limit, with what was seen last
 */
export async function waitUntil(what: string, isSo: () => Promise<boolean>, limitMs = 60_000): Promise<void> {
  const deadline = Date.now() + limitMs;
  let last: unknown;
  while (Date.now() < deadline) {
    try {
      if (await isSo()) return;
      last = undefined;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw new Error(`Waited ${limitMs} ms in vain: ${what}`, { cause: last });
}
