import { parseClaimText, UnknownClaimError } from '../../claims/claim-references.ts';
import claims from './checker.claims.yaml';

/**
 * Returns a claim: a figure or a law with its source.
 *
 * @throws {UnknownClaimError} when `checker.claims.yaml` does not list the claim
 */
export function publishedClaim(id: string) {
  const claim = claims[id];
  if (claim === undefined)
    throw new UnknownClaimError(id, 'The checker', 'src/tools/checker/checker.claims.yaml');
  return claim;
}

/** A text with its figures in place of `{claim:id}`, and the claims that it mentions. */
export function withFigures(text: string) {
  const parsed = parseClaimText(text);
  if (!parsed.ok) throw new Error(`"${parsed.invalid}" is not a claim: write {claim:its-id}.`);
  const parts = parsed.text.map((part) => (typeof part === 'string' ? part : publishedClaim(part.claimId)));
  return {
    parts,
    plain: parts.map((part) => (typeof part === 'string' ? part : part.text)).join(''),
    claims: [...new Set(parts.filter((part) => typeof part !== 'string'))],
  };
}
