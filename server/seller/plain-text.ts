const INVISIBLE =
  // eslint-disable-next-line no-control-regex -- it must match control characters
  /[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const BLANK = '[\\t\\n \\u00a0\\u2002\\u2003\\u2007\\u2009\\u202f\\u3000]+';
const ENDS = new RegExp(`^${BLANK}|${BLANK}$`, 'g');

/** A text without control characters and characters that hide or reverse it, trimmed; null if nothing is left. */
export function plainText(given: string | null | undefined): string | null {
  const plain = (given ?? '').replaceAll('\r\n', '\n').replace(INVISIBLE, '').replace(ENDS, '');
  return plain === '' ? null : plain;
}
