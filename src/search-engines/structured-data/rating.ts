import type { AggregateRating } from 'schema-dts';
import { claimsOf, type ResolvedText } from '../../claims/claims.ts';

/** A star rating out of five. */
export type Rating = { value: number; reviewCount: number };

const TEXT = /^(\d(?:\.\d)?) out of 5 from (?:over )?([\d,]+)/;

/**
 * Parses a rating from the text of a claim, so that structured data and page cannot differ.
 *
 * @param text e.g. "4.9 out of 5 from over 3,000 verified reviews"
 * @throws {Error} when the text has another form
 */
export function parseRating(text: string): Rating {
  const [, value, reviewCount] = TEXT.exec(text) ?? [];
  if (value === undefined || reviewCount === undefined) {
    throw new Error(`The rating "${text}" cannot be read: write it like "4.8 out of 5 from 127 reviews".`);
  }
  return { value: Number(value), reviewCount: Number(reviewCount.replaceAll(',', '')) };
}

/** @see https://schema.org/AggregateRating */
export function toAggregateRating({ value, reviewCount }: Rating): AggregateRating {
  return { '@type': 'AggregateRating', ratingValue: value, bestRating: 5, reviewCount };
}

/** The rating in a text, if there is one. */
export function ratingIn(text: ResolvedText): Rating | undefined {
  const claim = claimsOf(text).find(({ id }) => id.startsWith('rating-'));
  return claim && parseRating(claim.text);
}
