/** Checks of requests about leads, shared by the server's routes and the function `send-email`. */

/** Enough for the longest valid lead, even if every character in its JSON is escaped. */
export const MAX_BODY_BYTES = 16 * 1024;

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Whether PostgreSQL can store a text: it stores neither NUL characters nor lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * Parses JSON in strict UTF-8. Invalid UTF-8 throws, while `Request.json()` would insert replacement characters.
 *
 * @throws {SyntaxError | TypeError} for invalid JSON or UTF-8
 */
export function parseJson(bytes: ArrayBuffer): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}
