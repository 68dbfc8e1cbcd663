import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { MAX_BODY_BYTES } from '#lead/lead-request.ts';

/** The largest body of a call with a part of a file (`server/cases/uploads.ts`), which is written in base64. */
const PART_BODY_BYTES = 192 * 1024;

/**
 * Refuses bodies that are larger than a lead can be, or than a part of a file. Hono's `bodyLimit` counts the bytes of a body of unknown length. A
 * body of known length needs no counting, because Node reads no more than `content-length`. It therefore skips
 * `bodyLimit`, which would build a web `Request` at some cost.
 */
export function limitBody(refuse: (c: Context) => Response) {
  const countBytes = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: refuse });
  const countBytesOfPart = bodyLimit({ maxSize: PART_BODY_BYTES, onError: refuse });
  return createMiddleware(async (c, next) => {
    const isPart = c.req.path.endsWith('/upload_part');
    const length = c.req.header('content-length');
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) {
      return (isPart ? countBytesOfPart : countBytes)(c, next);
    }
    if (Number(length) > (isPart ? PART_BODY_BYTES : MAX_BODY_BYTES)) return refuse(c);
    await next();
  });
}
