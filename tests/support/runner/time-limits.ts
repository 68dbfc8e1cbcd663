/**
 * The time limits of all tests. They are long, because a busy machine is slow. A passing test never reaches them: they
 * only end a test that hangs. So a test sets a limit of its own only where the limit is what it tests.
 */

/** The longest time for a test, or for a hook such as `beforeAll`. */
export const TEST_LIMIT_MS = 900_000;

/**
 * The longest wait for one thing, such as a row, an element or a response. It is shorter than a test's limit, because
 * the error of a wait says what did not happen.
 */
export const WAIT_LIMIT_MS = 120_000;
