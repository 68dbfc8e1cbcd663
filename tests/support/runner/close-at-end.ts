import { afterAll, onTestFinished, TestRunner } from 'vitest';

/**
 * Closes something at the end of the test that runs, or of the test file if none runs yet. What was opened last is
 * closed first.
 *
 * @returns a function that closes it earlier
 */
export function closeAtEnd(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  const closeOnce = () => (closing ??= close());
  if (TestRunner.getCurrentTest()) onTestFinished(closeOnce);
  else afterAll(closeOnce);
  return closeOnce;
}
