import { Hono, type Context } from 'hono';
import type pg from 'pg';
import * as z from 'zod';
import { limitBody } from '../http/limit-body.ts';
import { refuseLarge, restError } from '../http/postgrest.ts';
import { callExpression, noFunction, readArguments, toRefusal } from '../http/rpc.ts';
import { DESK_FUNCTIONS } from './callable-functions.ts';
import { Refusal } from './refusal.ts';
import type { Limits } from './sign-in-limits.ts';
import type { Tokens } from './tokens.ts';
import { transact } from './transact.ts';

type Dependencies = {
  /** Connections with the role `authenticated`. */
  staff: pg.Pool;
  tokens: Tokens;
  limit: Limits['callsPerSession'];
  /** Called with the erased leads' ids after `erase`, before the response is sent. */
  onErased: (leadIds: readonly string[]) => Promise<void>;
};

const erasedSchema = z.object({ lead_ids: z.array(z.uuid()) });

/**
 * `POST /rest/v1/rpc/{function}`: calls a function of the schema `desk` as the role `authenticated`, with the claims of
 * the session's token, if the session is still open. Each function checks permissions itself, because on a Supabase,
 * PostgREST calls it directly.
 */
export function rpcRoutes({ staff, tokens, limit, onErased }: Dependencies) {
  const notSignedIn = (c: Context) => {
    c.header('www-authenticate', 'Bearer error="invalid_token"');
    return c.json(restError('PGRST301', 'JWT is missing, wrong or expired'), 401);
  };
  return new Hono().post('/:name', limitBody(refuseLarge), async (c) => {
    const name = c.req.param('name');
    const [, token] = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
    const claims = token ? await tokens.readAccessToken(token).catch(() => undefined) : undefined;
    if (!claims) return notSignedIn(c);
    c.set('hasToken', true);
    const secondsToWait = await limit(claims.session_id);
    if (secondsToWait !== undefined) {
      c.header('retry-after', String(secondsToWait));
      return c.json(restError('over_request_rate_limit', 'Too many calls in a short time.'), 429);
    }
    const profile = c.req.header('content-profile');
    if (profile !== 'desk') {
      return c.json(restError('PGRST106', 'Only the schema desk is exposed: set Content-Profile.'), 406);
    }
    const body = await readArguments(c);
    if ('error' in body) return c.json(body.error, 400);
    const { given } = body;
    const names = Object.keys(given);
    const call = DESK_FUNCTIONS.has(name) ? callExpression(`desk.${name}`, given) : undefined;
    if (!call) return c.json(noFunction(`desk.${name}`, names), 404);

    const headers = { ...c.req.header(), authorization: '' };
    let value: string | null;
    try {
      value = await transact(staff, async (client) => {
        const { rows: sessions } = await client.query<{ isOpen: boolean }>(
          `select set_config('request.jwt.claims', $1, true), set_config('request.headers', $2, true),
             desk_auth.is_session_open($3, $4) as "isOpen"`,
          [JSON.stringify(claims), JSON.stringify(headers), claims.session_id, claims.sub],
        );
        if (!sessions[0]?.isOpen) throw new Refusal(401, 'session_not_found', 'The session has ended.');
        const { rows } = await client.query<{ value: string | null }>(
          `select ${call.text}::text as value`,
          call.values,
        );
        return rows[0]?.value ?? null;
      });
    } catch (error) {
      if (error instanceof Refusal) return notSignedIn(c);
      const refusal = toRefusal(error, `desk.${name}`, names);
      if (!refusal) throw error;
      return c.json(refusal[1], refusal[0]);
    }
    if (name === 'erase') await onErased(erasedSchema.parse(JSON.parse(value ?? '{}')).lead_ids);
    const response = Buffer.from(value ?? 'null');
    return c.body(response, 200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(response.length),
    });
  });
}
