/** PostgREST's protocol, as far as the insert of a lead needs it. */
import type { Context } from 'hono';

/** PostgREST's error body. @see https://docs.postgrest.org/en/stable/references/errors.html */
export type RestError = { code: string; message: string; details: string | null; hint: string | null };

export const restError = (code: string, message: string, details: string | null = null): RestError => ({
  code,
  message,
  details,
  hint: null,
});

export const refuseLarge = (c: Context): Response =>
  c.json(restError('PGRST102', 'The body is larger than 16 KB.'), 413);

/** Why a request of a page is refused before its body is read; undefined if it has the site's key and is JSON. */
export function refusalOfHeaders(c: Context, publishableKey: string): [401 | 415, RestError] | undefined {
  if (c.req.header('apikey') !== publishableKey) {
    return [401, restError('PGRST301', 'The apikey header is not the public key of this site.')];
  }
  if (!/^application\/json\s*(?:;|$)/i.test(c.req.header('content-type') ?? '')) {
    return [415, restError('PGRST102', 'The content type must be application/json.')];
  }
  return undefined;
}
