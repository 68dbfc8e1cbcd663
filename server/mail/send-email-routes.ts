import { Hono, type Context } from 'hono';
import { refuseLargeBody } from '../../supabase/functions/send-email/handler.ts';
import type { CallLimit } from '../http/call-limit.ts';
import { limitBody } from '../http/limit-body.ts';

type Handler = (request: Request) => Promise<Response>;

type Dependencies = {
  handle: Handler;
  limit: CallLimit;
  findClientIp: (c: Context) => string | undefined;
  publishableKey: string;
};

/**
 * `POST /functions/v1/send-email`: runs the edge function that mails a stored lead to the firm, in this process. If the
 * rate limit refuses a call, no mail is lost: it stays pending in the database, and the loop in `sender.ts` sends it.
 */
export function sendEmailRoutes({ handle, limit, findClientIp, publishableKey }: Dependencies) {
  return new Hono().post('/', limitBody(refuseLargeBody), async (c) => {
    if (c.req.header('apikey') !== publishableKey) {
      return c.json(
        { code: 'invalid_api_key', message: 'The apikey header is not the public key of this site.' },
        401,
      );
    }
    const secondsToWait = await limit.count(findClientIp(c));
    if (secondsToWait !== undefined) {
      c.set('refusal', 'too_many_calls');
      return c.json(
        {
          code: 'too_many_calls',
          message: 'Too many calls in a short time. The email is sent without this one.',
        },
        429,
        { 'retry-after': String(secondsToWait) },
      );
    }
    return handle(c.req.raw);
  });
}
