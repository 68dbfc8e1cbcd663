import type { Claim } from '../schemas/claim.ts';

/** A place in the content that stands for a claim. */
type ClaimMention = { claimId: string };

/** A text as the content holds it: words, and mentions of claims. */
export type ClaimText = (string | ClaimMention)[];

/** A text as a page prints it. */
export type ResolvedText = (string | Claim)[];

/** A part of the content with each mention of a claim replaced by the claim itself. */
export type Resolved<Content> = Content extends ClaimMention
  ? Claim
  : Content extends Date
    ? Date
    : Content extends object
      ? { [Key in keyof Content]: Resolved<Content[Key]> }
      : Content;

export type ClaimRegistry = ReadonlyMap<string, Claim>;

/** The content names a claim that `src/content/claims.yaml` does not have. It stops the build. */
export class UnknownClaimError extends Error {
  override readonly name = 'UnknownClaimError';

  constructor(claimId: string, file: string) {
    super(
      `${file} uses the claim "${claimId}", which src/content/claims.yaml does not have. ` +
        'Every public figure is an entry there: add it, or correct the id.',
    );
  }
}

const MENTION = /\{claim:([a-z0-9-]+)\}/;

/**
 * Takes `{claim:id}` apart: "Within {claim:offer-within}." is `['Within ', { claimId: 'offer-within' }, '.']`.
 *
 * @returns the parts, or the first `{…}` that is not a mention of a claim
 */
export function parseClaimText(text: string): { ok: true; text: ClaimText } | { ok: false; fault: string } {
  // With a capturing group, every second piece is an id.
  const pieces = text.split(MENTION);
  const fault = pieces
    .map((piece, index) => (index % 2 === 0 ? /[{}][^{}]*\}?/.exec(piece) : null))
    .find(Boolean);
  if (fault) return { ok: false, fault: fault[0] };
  const parts = pieces.map((piece, index) => (index % 2 === 0 ? piece : { claimId: piece }));
  return { ok: true, text: parts.filter((part) => part !== '') };
}

/** @throws {UnknownClaimError} naming the file that asks */
export function findClaim(claims: ClaimRegistry, claimId: string, file: string): Claim {
  const claim = claims.get(claimId);
  if (claim === undefined) throw new UnknownClaimError(claimId, file);
  return claim;
}

const isMention = (value: object): value is ClaimMention => 'claimId' in value;

function resolve(value: unknown, claims: ClaimRegistry, file: string): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, claims, file));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (isMention(value)) return findClaim(claims, value.claimId, file);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item, claims, file)]));
}

/**
 * Replaces every mention of a claim in an entry's data, however deep, by the claim.
 *
 * @param file the content file, for the error
 * @throws {UnknownClaimError} for an id that the registry does not have
 */
export function resolveClaims<Content>(
  content: Content,
  claims: ClaimRegistry,
  file: string,
): Resolved<Content> {
  return resolve(content, claims, file) as Resolved<Content>;
}

/** The claims of a text, each once, in the order in which they are read. */
export function claimsOf(text: ResolvedText): Claim[] {
  return [...new Set(text.filter((part) => typeof part !== 'string'))];
}

/** The text in plain characters, with each note in brackets behind its figure: for structured data and feeds. */
export function toPlainText(text: ResolvedText): string {
  return text
    .map((part) => {
      if (typeof part === 'string') return part;
      return part.note === undefined ? part.text : `${part.text} (${part.note.replace(/\.$/, '')})`;
    })
    .join('');
}
