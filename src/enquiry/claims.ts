import { UnknownClaimError } from '../claims/claim-references.ts';
import claims from './enquiry.claims.yaml';

/** @throws {UnknownClaimError} when `enquiry.claims.yaml` does not list the claim (a figure with a source) */
export function publishedClaim(id: string) {
  const claim = claims[id];
  if (claim === undefined)
    throw new UnknownClaimError(id, "The seller's page", 'src/enquiry/enquiry.claims.yaml');
  return claim;
}
