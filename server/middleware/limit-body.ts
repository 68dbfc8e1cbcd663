import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { MAX_BODY_BYTES } from '../../supabase/functions/_shared/lead/request.ts';

/**
 * Refuses a body that is larger than a lead can be. One that says its length is not opened here, where its bytes
 * would be counted as they come: Node reads no more of it than that.
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
