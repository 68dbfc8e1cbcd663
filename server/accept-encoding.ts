import { parseAccept } from 'hono/utils/accept';

/** Best first: where the client does not mind, the smallest is sent. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const;

export type Encoding = (typeof ENCODINGS)[number];

/** By header: browsers send a handful of them, and reading one takes longer than finding a file. */
const known = new Map<string, ReadonlyMap<string, number>>();
const MAX_KNOWN = 100;

/** How much the client likes each encoding, from 0 to 1. */
function readQualities(header: string): ReadonlyMap<string, number> {
  const found = known.get(header);
  if (found) return found;
  const qualities = new Map(parseAccept(header).map(({ type, q }) => [type.toLowerCase(), q]));
  // Somebody makes headers up.
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(header, qualities);
  return qualities;
}

/**
 * The encoding to answer in: of those that there are, the one that the client likes best. When it takes
 * none of them, `identity` all the same: better than nothing.
 *
 * @param header `Accept-Encoding`; without one, nothing but `identity` is safe
 * @param available in the order of {@link ENCODINGS}
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
 */
export function chooseEncoding(header: string | undefined, available: readonly Encoding[]): Encoding {
  const qualities = readQualities(header ?? '');
  const others = qualities.get('*') ?? 0;
  // What is not named is taken unencoded too, but only when there is nothing else.
  let [best, bestQuality]: [Encoding, number] = ['identity', 0];
  for (const encoding of available) {
    const quality = qualities.get(encoding) ?? (encoding === 'identity' ? 0 : others);
    if (quality > bestQuality) [best, bestQuality] = [encoding, quality];
  }
  return best;
}
