import { Hono, type Context } from 'hono';
import { except } from 'hono/combine';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Query } from '../database/query-keeping-connection.ts';
import type { CallLimit } from '../http/call-limit.ts';
import { limitBody } from '../http/limit-body.ts';
import { BUSY_SECONDS, limitConcurrency } from '../http/limit-concurrency.ts';
import { refusalOfHeaders, refuseLarge, restError, type RestError } from '../http/postgrest.ts';
import { refuseCrossSite } from '../http/refuse-cross-site.ts';
import { callExpression, noFunction, readArguments, toRefusal } from '../http/rpc.ts';
import { SELLER_FUNCTIONS } from './callable-functions.ts';

export type SellerCalls = {
  /** Connections with the role `anon`, those of the leads. */
  query: Query;
  /** Limits how many calls one IP address may make, right or wrong. The database has lower limits for the right ones. */
  limit: CallLimit;
  /** Called with the lead's id after a seller has erased it, before the response is sent. */
  onErased: (leadIds: readonly string[]) => Promise<void>;
  /** Called after a call that the firm may have to be mailed about. */
  onAsked: () => void;
};

/**
 * What a call returns: the function's value, the HTTP status that it has set, and the id of the lead that it has
 * erased.
 */
type Called = { value: string; status: string | null; erased: string | null };

type Dependencies = SellerCalls & {
  findClientIp: (c: Context) => string | undefined;
  publishableKey: string;
  siteUrl: string;
};

/**
 * How many calls run at once, and how many more wait. Leads use the same ten connections, so these calls must leave
 * most of the connections free.
 */
const CALLS_AT_ONCE = { running: 4, waiting: 100 };

/** The calls after which a mail may be due. */
const ASKING = new Set(['write', 'ask_for_call', 'answer_offer', 'correct_contact', 'stop', 'send_new_link']);

/**
 * `POST /rest/v1/rpc/{function}` with `Content-Profile: seller`: calls a function of the schema `seller` as the role
 * `anon`. The functions check the key and all limits themselves, because on a Supabase, PostgREST calls them directly.
 * Requests for anything else go on to the next handler.
 */
export function sellerRoutes({
  query,
  limit,
  onErased,
  onAsked,
  findClientIp,
  publishableKey,
  siteUrl,
}: Dependencies) {
  const runLimited = limitConcurrency(CALLS_AT_ONCE);
  const isCall = (c: Context) =>
    c.req.header('content-profile') === 'seller' && SELLER_FUNCTIONS.has(c.req.param('name') ?? '');

  const refuse = (c: Context, status: ContentfulStatusCode, error: RestError) => {
    c.set('refusal', error.code);
    return c.json(error, status);
  };

  async function call(c: Context): Promise<Response> {
    // Read before anything is awaited: a connection that has closed may have no IP address.
    const clientIp = findClientIp(c);
    const refusal = refusalOfHeaders(c, publishableKey);
    if (refusal) return refuse(c, ...refusal);
    const secondsToWait = await limit.count(clientIp);
    if (secondsToWait !== undefined) {
      c.header('retry-after', String(secondsToWait));
      const error = restError('PT429', 'Too many calls in a short time.', String(secondsToWait));
      return refuse(c, 429, error);
    }
    const body = await readArguments(c);
    if ('error' in body) return refuse(c, 400, body.error);
    const name = c.req.param('name') ?? '';
    const names = Object.keys(body.given);
    const expression = callExpression(`seller.${name}`, body.given, 2);
    if (!expression) return refuse(c, 404, noFunction(`seller.${name}`, names));

    // One statement is one transaction. It sets the headers, then calls the function, then reads the settings that the
    // function may have made. `offset 0` keeps PostgreSQL from merging these steps.
    const statement = {
      text: `
        select value, current_setting('response.status', true) as status, current_setting('seller.erased', true) as erased
        from (
          select ${expression.text}::text as value from set_config('request.headers', $1, true) offset 0
        ) as called`,
      values: [JSON.stringify({ 'cf-connecting-ip': clientIp }), ...expression.values],
    };
    const called = await runLimited(async () => {
      try {
        const { rows } = await query<Called>(statement);
        return rows[0];
      } catch (error) {
        const refusedCall = toRefusal(error, `seller.${name}`, names);
        if (!refusedCall) throw error;
        return refusedCall;
      }
    });
    if (!called) {
      c.header('retry-after', String(BUSY_SECONDS));
      return refuse(c, 503, restError('busy', 'Please try again in a few seconds.', String(BUSY_SECONDS)));
    }
    if (Array.isArray(called)) {
      const [status, error] = called;
      if (status === 429) c.header('retry-after', error.details ?? '1');
      return refuse(c, status, error);
    }
    if (called.erased) await onErased([called.erased]);
    if (ASKING.has(name)) onAsked();
    const status = called.status ? Number(called.status) : 200;
    if (status !== 200) c.set('refusal', `PT${status}`);
    const response = Buffer.from(called.value);
    return c.body(response, status as ContentfulStatusCode, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(response.length),
      'cache-control': 'no-store',
    });
  }

  return new Hono().post(
    '/:name',
    except((c) => !isCall(c), refuseCrossSite(siteUrl), limitBody(refuseLarge), call),
  );
}
