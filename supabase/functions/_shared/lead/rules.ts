import * as z from 'zod/mini';
import type { FieldError } from './lead.ts';
import { characterCount, tidyLine, tidyText } from './text.ts';

type Limit = { characters: number; message: string };

const atLeast = ({ characters, message }: Limit) =>
  z.refine<string>((text) => characterCount(text) >= characters, { error: message });

const atMost = ({ characters, message }: Limit) =>
  z.refine<string>((text) => characterCount(text) <= characters, { error: message });

/** One line of text, tidied and trimmed, with a least and a greatest length in characters. */
export const line = (min: Limit, max: Limit) =>
  z.string().check(z.overwrite(tidyLine), atLeast(min), atMost(max));

/** Text that may hold line breaks, otherwise as `line`. */
export const paragraph = (min: Limit, max: Limit) =>
  z.string().check(z.overwrite(tidyText), atLeast(min), atMost(max));

/** An e-mail address. The migration that creates `leads` repeats zod's pattern. */
export const email = (formatMessage: string, max: Limit) =>
  z
    .string()
    .check(
      z.overwrite(tidyLine),
      z.regex(z.regexes.email, { error: formatMessage, abort: true }),
      atMost(max),
    );

/** One of a list of choices; the message also answers an unknown value. */
export const choice = <const Values extends readonly string[]>(values: Values, message: string) =>
  z.enum(values, { error: message });

/** The first message of each field, in the order of the schema. */
export function toFieldErrors<Field extends string>(error: z.core.$ZodError): FieldError<Field>[] {
  const seen = new Set<PropertyKey>();
  return error.issues.flatMap(({ path: [field = ''], message }) => {
    if (seen.has(field)) return [];
    seen.add(field);
    return [{ field: String(field) as Field, message }];
  });
}
