import type { Claim } from './claim-schema.ts';

/** A text's reference to a claim (a figure with a source). */
type ClaimMention = { claimId: string };

/** A text as in the content files: plain text and references to claims. */
export type ClaimText = (string | ClaimMention)[];

/** A text as a page shows it: plain text and claims. */
export type ResolvedText = (string | Claim)[];

/** The type of some content after every reference to a claim has been replaced by the claim. */
export type Resolved<Content> = Content extends ClaimMention
  ? Claim
  : Content extends Date
    ? Date
    : Content extends object
      ? { [Key in keyof Content]: Resolved<Content[Key]> }
      : Content;

export type ClaimRegistry = ReadonlyMap<string, Claim>;

/** Thrown when the content refers to a claim that is not in `src/content/claims.yaml`. It stops the build. */
export class UnknownClaimError extends Error {
  override readonly name = 'UnknownClaimError';

  constructor(claimId: string, file: string, register = 'src/content/claims.yaml') {
    super(
      `${file} uses the claim "${claimId}", which ${register} does not have. ` +
        'Add it there, or correct the id: every figure on the site needs a claim.',
    );
  }
}

const MENTION = /\{claim:([a-z0-9-]+)\}/;

/**
 * Parses the `{claim:id}` references in a text. For example, "Within {claim:offer-within}." becomes
 * `['Within ', { claimId: 'offer-within' }, '.']`.
 *
 * @returns the parts, or as `invalid` the first `{…}` that is not a reference to a claim
 */
export function parseClaimText(text: string): { ok: true; text: ClaimText } | { ok: false; invalid: string } {
  // `split` with a capturing group puts the captured id at every second place.
  const pieces = text.split(MENTION);
  const invalid = pieces
    .map((piece, index) => (index % 2 === 0 ? /[{}][^{}]*\}?/.exec(piece) : null))
    .find(Boolean);
  if (invalid) return { ok: false, invalid: invalid[0] };
  const parts = pieces.map((piece, index) => (index % 2 === 0 ? piece : { claimId: piece }));
  return { ok: true, text: parts.filter((part) => part !== '') };
}

/** @throws {UnknownClaimError} with the name of the file that refers to the claim */
export function findClaim(claims: ClaimRegistry, claimId: string, file: string): Claim {
  const claim = claims.get(claimId);
  if (claim === undefined) throw new UnknownClaimError(claimId, file);
  return claim;
}

const isMention = (value: object): value is ClaimMention => 'claimId' in value;

/**
 * Replaces every reference to a claim in the data of a content entry, at any depth, by the claim.
 *
 * @param file the content file, for the error message
 * @throws {UnknownClaimError} when a claim does not exist
 */
export function resolveClaims<Content>(
  content: Content,
  claims: ClaimRegistry,
  file: string,
): Resolved<Content> {
  function resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    if (isMention(value)) return findClaim(claims, value.claimId, file);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item)]));
  }
  return resolve(content) as Resolved<Content>;
}

/** The claims of a text, each once, in reading order. */
export function claimsOf(text: ResolvedText): Claim[] {
  return [...new Set(text.filter((part) => typeof part !== 'string'))];
}

/** The text without markup, each claim's note in brackets after its figure: for structured data and feeds. */
export function toPlainText(text: ResolvedText): string {
  return text
    .map((part) => {
      if (typeof part === 'string') return part;
      return part.note === undefined ? part.text : `${part.text} (${part.note.replace(/\.$/, '')})`;
    })
    .join('');
}
