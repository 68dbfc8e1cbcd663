import { characterCount } from '#lead/text.ts';
import { optional, text } from '../http/json.ts';

const INVISIBLE =
  // eslint-disable-next-line no-control-regex -- it must match control characters
  /[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const AROUND =
  /^[\t\n \u00a0\u2002\u2003\u2007\u2009\u202f\u3000]+|[\t\n \u00a0\u2002\u2003\u2007\u2009\u202f\u3000]+$/g;

/** A text without control characters and characters that hide or reverse it, trimmed; null if nothing is left. */
export const plainText = (given: string): string | null =>
  given.replaceAll('\r\n', '\n').replace(INVISIBLE, '').replace(AROUND, '') || null;

/** An argument of one line. It may be missing or null. @param most how many characters it may have */
export const line = (most: number, message: string) =>
  optional(text)
    .transform((given) => plainText(given ?? '')?.replace(/\s+/g, ' ') ?? null)
    .refine((given) => characterCount(given ?? '') <= most, message);
