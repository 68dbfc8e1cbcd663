import { Hono, type Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import pg from 'pg';
import * as z from 'zod';
import { isStorable, parseJson } from '#lead/lead-request.ts';
import { limitBody } from '../http/limit-body.ts';
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

/** PostgREST's error body. @see https://docs.postgrest.org/en/stable/references/errors.html */
type RestError = { code: string; message: string; details: string | null; hint: string | null };

const restError = (code: string, message: string, details: string | null = null): RestError => ({
  code,
  message,
  details,
  hint: null,
});

/** A valid argument name. Only such names go into the SQL text. PostgreSQL's names have at most 63 bytes. */
const ARGUMENT_NAME = /^[a-z_]{1,63}$/;

const argumentsSchema = z.record(z.string(), z.unknown());
const erasedSchema = z.object({ lead_ids: z.array(z.uuid()) });

/** Converts a JSON value to a query parameter. PostgreSQL converts text to the argument's type. */
function toParameter(value: unknown): unknown {
  if (value === null || typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object')) {
    return value.map(toParameter);
  }
  // PostgreSQL accepts numbers and booleans as JSON writes them. Objects and nested lists are for jsonb arguments.
  return JSON.stringify(value);
}

/** SQLSTATEs that the caller's input causes: invalid values, constraints, program limits and `raise exception`. */
const INPUT_ERROR = /^(?:22|23|54|P0001$)/;
/** SQLSTATEs: no function has these arguments; too many arguments. */
const UNDEFINED_FUNCTION = new Set(['42883', '54023']);
const NOT_ALLOWED = '42501';

/** The database's refusal, with PostgREST's status; undefined if the database has failed. */
function toRefusal(
  error: unknown,
  name: string,
  given: string[],
): [ContentfulStatusCode, RestError] | undefined {
  if (!(error instanceof pg.DatabaseError) || !error.code) return undefined;
  const { code, message, detail, hint } = error;
  const body = { code, message, details: detail ?? null, hint: hint ?? null };
  const [, status] = /^PT([45]\d\d)$/.exec(code) ?? [];
  if (status) return [Number(status) as ContentfulStatusCode, body];
  if (UNDEFINED_FUNCTION.has(code)) return [404, noFunction(name, given)];
  if (code === NOT_ALLOWED) return [403, body];
  if (code === '23505' || code === '23503') return [409, body];
  return INPUT_ERROR.test(code) ? [400, body] : undefined;
}

function noFunction(name: string, given: string[]): RestError {
  const call = `desk.${name}(${given.join(', ')})`;
  return restError(
    'PGRST202',
    `Could not find the function ${call} in the schema cache`,
    `Searched for the function ${call}, but no matches were found in the schema cache.`,
  );
}

function isStorableJson(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorableJson(inner));
}

async function readArguments(c: Context): Promise<{ given: Record<string, unknown> } | { error: RestError }> {
  try {
    const bytes = await c.req.arrayBuffer();
    const given = argumentsSchema.parse(bytes.byteLength === 0 ? {} : parseJson(bytes));
    if (isStorableJson(given)) return { given };
    return { error: restError('22P05', 'Text holds a character that cannot be stored.') };
  } catch {
    return { error: restError('PGRST102', 'The body must be one JSON object: the arguments by name.') };
  }
}

/**
 * `POST /rest/v1/rpc/{function}`: calls a function of the schema `desk` as the role `authenticated`, with the claims of
 * the session's token, if the session is still open. Each function checks permissions itself, because on a Supabase,
 * PostgREST calls it directly.
 */
export function rpcRoutes({ staff, tokens, limit, onErased }: Dependencies) {
  const tooLarge = (c: Context) => c.json(restError('PGRST102', 'The body is larger than 16 KB.'), 413);
  const notSignedIn = (c: Context) => {
    c.header('www-authenticate', 'Bearer error="invalid_token"');
    return c.json(restError('PGRST301', 'JWT is missing, wrong or expired'), 401);
  };
  return new Hono().post('/:name', limitBody(tooLarge), async (c) => {
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
    if (!DESK_FUNCTIONS.has(name) || !names.every((argument) => ARGUMENT_NAME.test(argument))) {
      return c.json(noFunction(name, names), 404);
    }

    const statement = `select desk.${name}(${names.map((argument, index) => `"${argument}" => $${index + 1}`).join(', ')})::text as value`;
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
          statement,
          Object.values(given).map(toParameter),
        );
        return rows[0]?.value ?? null;
      });
    } catch (error) {
      if (error instanceof Refusal) return notSignedIn(c);
      const refusal = toRefusal(error, name, names);
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
