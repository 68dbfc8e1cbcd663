import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { MAX_BODY_BYTES } from '#lead/lead-request.ts';

/**
 * Refuses bodies that are larger than a lead can be. Hono's `bodyLimit` counts the bytes of a body of unknown length. A
 * body of known length needs no counting, because Node reads no more than `content-length`. It therefore skips
 * `bodyLimit`, which would build a web `Request` at some cost.
 */
export function limitBody(refuse: (c: Context) => Response) {
  const countBytes = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: refuse });
  return createMiddleware(async (c, next) => {
    const length = c.req.header('content-length');
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return countBytes(c, next);
    if (Number(length) > MAX_BODY_BYTES) return refuse(c);
    await next();
  });
}
