import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { MAX_BODY_BYTES } from '../../supabase/functions/_shared/lead/request.ts';

type Handler = (request: Request) => Promise<Response>;

/** `POST /functions/v1/send-email`: the edge function, run in this process. */
export function sendEmailRoutes(handle: Handler, publishableKey: string) {
  return new Hono().post(
    '/',
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (c) => c.json({ code: 'body_too_large', message: 'The body is larger than 16 KB.' }, 413),
    }),
    async (c) => {
      if (c.req.header('apikey') !== publishableKey) {
        return c.json(
          { code: 'invalid_api_key', message: 'The apikey header is not the public key of this site.' },
          401,
        );
      }
      return handle(c.req.raw);
    },
  );
}
