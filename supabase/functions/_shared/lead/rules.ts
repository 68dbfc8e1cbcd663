import * as z from 'zod/mini';
import type { FieldError } from './lead.ts';
import { characterCount, tidyLine, tidyText } from './text.ts';

/** A minimum or maximum length in code points, and the message for text that is shorter or longer. */
type Limit = [characters: number, message: string];

const atLeast = ([characters, message]: Limit) =>
  z.refine<string>((text) => characterCount(text) >= characters, { error: message });

const atMost = ([characters, message]: Limit) =>
  z.refine<string>((text) => characterCount(text) <= characters, { error: message });

/** A single line of text, tidied, with a minimum and a maximum length. */
export const line = (min: Limit, max: Limit) =>
  z.string().check(z.overwrite(tidyLine), atLeast(min), atMost(max));

/** As `line`, but line breaks are allowed. */
export const paragraph = (min: Limit, max: Limit) =>
  z.string().check(z.overwrite(tidyText), atLeast(min), atMost(max));

/** A domain that is not in ASCII. */
const UNICODE_DOMAIN = /(?<=@)(?=[^@]*\P{ASCII})[\p{L}\p{M}\p{N}.-]+$/u;

/**
 * An address with its domain in ASCII: `mairi@xn--mnchen-3ya.example` for `mairi@münchen.example`. The table accepts ASCII
 * only. Chromium changes the domain of an address that is typed, but not of one that a script puts into the field.
 */
const withAsciiDomain = (address: string) =>
  address.replace(UNICODE_DOMAIN, (domain) => {
    try {
      return new URL(`http://${domain}`).hostname;
    } catch {
      return domain;
    }
  });

/** An e-mail address. The table `leads` has a constraint that checks it again, with a copy of zod's pattern. */
export const email = (formatMessage: string, max: Limit) =>
  z.string().check(
    z.overwrite((text) => withAsciiDomain(tidyLine(text))),
    z.regex(z.regexes.email, { error: formatMessage, abort: true }),
    atMost(max),
  );

/** One of a list of values. The message is the same for an empty and an unknown value. */
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
