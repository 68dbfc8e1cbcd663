import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { MAX_BODY_BYTES } from '#lead/request.ts';

/**
 * Refuses bodies that are larger than a lead can be. Hono's `bodyLimit` counts the bytes of a body of unknown
 * length. For a known length it would also build a whole web `Request`, which is not needed: Node reads no more than
 * the announced length.
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
