import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { MAX_BODY_BYTES } from '#lead/lead-request.ts';

/** The largest body of a call with a part of a file (`server/cases/uploads.ts`), which is written in base64. */
const PART_BODY_BYTES = 192 * 1024;
/** The largest body of a document of the site: some hundred thousand letters (`server/publishing`). */
const DOCUMENT_BODY_BYTES = 2 * 1024 * 1024;

const largestBody = (path: string) => {
  if (path.endsWith('/upload_part')) return PART_BODY_BYTES;
  return path === '/api/save_site_document' ? DOCUMENT_BODY_BYTES : MAX_BODY_BYTES;
};

/**
 * Refuses bodies that are larger than a lead can be, a part of a file, or a document of the site. Hono's `bodyLimit` counts
 * the bytes of a body of unknown length. A body of known length needs no counting, because Node reads no more than
 * `content-length`. It therefore skips `bodyLimit`, which would build a web `Request` at some cost.
 */
export function limitBody(refuse: (c: Context) => Response) {
  return createMiddleware(async (c, next) => {
    const maxSize = largestBody(c.req.path);
    const length = c.req.header('content-length');
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) {
      return bodyLimit({ maxSize, onError: refuse })(c, next);
    }
    if (Number(length) > maxSize) return refuse(c);
    await next();
  });
}
