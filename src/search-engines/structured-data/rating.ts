import type { AggregateRating } from 'schema-dts';
import { claimsOf, type ResolvedText } from '../../claims/claim-references.ts';

export const RATING = /^(\d(?:\.\d)?) out of 5 from (?:over )?([\d,]+)/;

/**
 * The structured data of the rating in a text, if there is one. The rating is read from the claim ("4.9 out of 5 from
 * over 3,000 verified reviews"), so that structured data and page cannot differ.
 *
 * @see https://schema.org/AggregateRating
 * @throws {Error} when the claim's text is not in this format
 */
export function aggregateRating(text: ResolvedText): AggregateRating | undefined {
  const claim = claimsOf(text).find(({ id }) => id.startsWith('rating-'));
  if (!claim) return undefined;
  const [, value, count] = RATING.exec(claim.text) ?? [];
  if (value === undefined || count === undefined) {
    throw new Error(
      `The rating "${claim.text}" cannot be read: write it like "4.8 out of 5 from 127 reviews".`,
    );
  }
  const reviewCount = Number(count.replaceAll(',', ''));
  return { '@type': 'AggregateRating', ratingValue: Number(value), bestRating: 5, reviewCount };
}
