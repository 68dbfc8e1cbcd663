import { Refusal, Unavailable } from './refusal.ts';

/** A body of this shape is the server's refusal; a proxy in between may send anything else. */
function refusalOf(status: number, body: unknown): Refusal {
  const { hint, message, detail } = (body ?? {}) as Record<string, unknown>;
  return new Refusal(status, {
    hint: typeof hint === 'string' ? hint : '',
    message: typeof message === 'string' ? message : `The desk answers with ${status}.`,
    detail,
  });
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Sends a request to the desk's server. The browser adds the cookie of the session.
 *
 * @returns the response's JSON
 * @throws {Refusal} after a 4xx response
 * @throws {Unavailable} if there was no response, or a 5xx one
 */
export async function send(
  method: Method,
  path: string,
  given?: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const response = await fetch(path, {
    method,
    headers: { ...(given !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(given !== undefined && { body: JSON.stringify(given) }),
  }).catch((cause: unknown) => {
    throw new Unavailable('The desk cannot be reached.', { cause });
  });
  const { status } = response;
  const isRefused = status >= 400 && status < 500;
  const body: unknown = await response.json().catch((cause: unknown) => {
    if (!isRefused) throw new Unavailable('The response is not complete.', { status, cause });
  });
  if (isRefused) throw refusalOf(status, body);
  if (!response.ok) throw new Unavailable(`The desk answers with ${status}.`, { status });
  return body;
}
