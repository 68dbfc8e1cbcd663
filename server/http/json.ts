import type { MiddlewareHandler } from 'hono';
import * as z from 'zod';
import { isStorable, isUuid, parseJson } from '#lead/lead-request.ts';
import { Refused } from '../refused.ts';

/** Text that PostgreSQL can store. */
export const text = z
  .string('This is not a text.')
  .refine(isStorable, 'This has a character that cannot be stored.');
export const uuid = z
  .string('This is not an id.')
  .refine(isUuid, 'This is not an id.')
  .transform((id) => id.toLowerCase());
/** SMTP allows 254 characters. Even if each has four bytes, they fit into an entry of the database's index. */
export const email = text
  .max(254, 'This is not an email address.')
  .regex(/^[^\s@]+@[^\s@]+$/, 'This is not an email address.')
  .transform((given) => given.toLowerCase());
/** A day, such as 2026-12-20. */
export const day = z.iso.date('This is not a day.');
/** A moment, in ISO 8601 with an offset. It is read as PostgreSQL writes it in JSON: 2026-11-28T21:14:44.5+00:00. */
export const moment = z.iso
  .datetime({ offset: true, error: 'This is not a time.' })
  .transform((given) => new Date(given).toISOString().replace(/\.?0*Z$/, '+00:00'));

/** An argument that may be missing or null. */
export const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null);

/** One of the codes: the keys of an object that has a word for each. */
export const code = <Code extends string>(words: Readonly<Record<Code, unknown>>, message: string) =>
  z.enum(Object.keys(words) as [Code, ...Code[]], { error: message });

export type JsonInput<Schema extends z.ZodType> = {
  in: { json: z.input<Schema> };
  out: { json: z.output<Schema> };
};

/**
 * Reads the body, checks it with the schema, and gives it to the handler as `c.req.valid('json')`. The client's types
 * come from the schema (`hono/client`).
 *
 * @throws {Refused} 400 if the body is not JSON in UTF-8; 422 with the name of the first wrong argument
 */
export function json<Schema extends z.ZodType>(
  schema: Schema,
): MiddlewareHandler<object, string, JsonInput<Schema>> {
  return async (c, next) => {
    let given: unknown;
    try {
      given = parseJson(await c.req.arrayBuffer());
    } catch {
      throw new Refused(400, 'body', 'The body must be JSON in UTF-8.');
    }
    const parsed = schema.safeParse(given);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new Refused(422, issue?.path.join('.') ?? 'body', issue?.message ?? 'This is not right.');
    }
    c.req.addValidatedData('json', parsed.data as object);
    await next();
  };
}
