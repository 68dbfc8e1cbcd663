/** Calls of database functions by PostgREST's protocol, for the desk and for the seller's page. */
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import pg from 'pg';
import * as z from 'zod';
import { isStorable, parseJson } from '#lead/lead-request.ts';
import { restError, type RestError } from './postgrest.ts';

/** A valid argument name. Only such names go into the SQL text. PostgreSQL's names have at most 63 bytes. */
const ARGUMENT_NAME = /^[a-z_]{1,63}$/;

const argumentsSchema = z.record(z.string(), z.unknown());

/** Converts a JSON value to a query parameter. PostgreSQL converts text to the argument's type. */
function toParameter(value: unknown): unknown {
  if (value === null || typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object')) {
    return value.map(toParameter);
  }
  // PostgreSQL accepts numbers and booleans as JSON writes them. Objects and nested lists are for jsonb arguments.
  return JSON.stringify(value);
}

function isStorableJson(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorableJson(inner));
}

/** Reads a call's arguments, by name, from the body. */
export async function readArguments(
  c: Context,
): Promise<{ given: Record<string, unknown> } | { error: RestError }> {
  try {
    const bytes = await c.req.arrayBuffer();
    const given = argumentsSchema.parse(bytes.byteLength === 0 ? {} : parseJson(bytes));
    if (isStorableJson(given)) return { given };
    return { error: restError('22P05', 'Text holds a character that cannot be stored.') };
  } catch {
    return { error: restError('PGRST102', 'The body must be one JSON object: the arguments by name.') };
  }
}

export function noFunction(name: string, given: string[]): RestError {
  const call = `${name}(${given.join(', ')})`;
  return restError(
    'PGRST202',
    `Could not find the function ${call} in the schema cache`,
    `Searched for the function ${call}, but no matches were found in the schema cache.`,
  );
}

/**
 * The expression that calls a function, with its parameters from `$<first>` on.
 *
 * @param name with its schema; must be the name of an existing function
 * @returns undefined if no function can have arguments of these names
 */
export function callExpression(
  name: string,
  given: Record<string, unknown>,
  first = 1,
): { text: string; values: unknown[] } | undefined {
  const names = Object.keys(given);
  if (!names.every((argument) => ARGUMENT_NAME.test(argument))) return undefined;
  const places = names.map((argument, index) => `"${argument}" => $${index + first}`);
  return { text: `${name}(${places.join(', ')})`, values: Object.values(given).map(toParameter) };
}

/** SQLSTATEs that the caller's input causes: invalid values, constraints, program limits and `raise exception`. */
const INPUT_ERROR = /^(?:22|23|54|P0001$)/;
/** SQLSTATEs: no function has these arguments; too many arguments. */
const UNDEFINED_FUNCTION = new Set(['42883', '54023']);
const NOT_ALLOWED = '42501';

/** The database's refusal, with PostgREST's status; undefined if the database has failed. */
export function toRefusal(
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
