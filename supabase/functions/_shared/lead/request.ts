/** What a request about a lead has in common on every way in: the server's routes and the function. */

/** Enough for the longest lead that the rules allow, with every character escaped. */
export const MAX_BODY_BYTES = 16 * 1024;

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * Parses JSON in strict UTF-8: what is not UTF-8 is an error, where `Request.json()` would put
 * replacement characters.
 *
 * @throws {SyntaxError | TypeError} when it is not JSON or not UTF-8
 */
export function parseJson(bytes: ArrayBuffer): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}
