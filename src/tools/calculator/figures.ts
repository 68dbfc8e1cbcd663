import { UnknownClaimError } from '../../claims/claim-references.ts';
import claims from './calculator.claims.yaml';

/**
 * Returns the claim (a figure with its source) behind a default of the calculator.
 *
 * @param id the claim's id without its prefix `sum-`
 * @throws {UnknownClaimError} when `calculator.claims.yaml` does not list the claim
 */
export function figureOf(id: string) {
  const claim = claims[`sum-${id}`];
  if (claim === undefined)
    throw new UnknownClaimError(`sum-${id}`, 'The calculator', 'src/tools/calculator/calculator.claims.yaml');
  return claim;
}

const NUMBER = /\d[\d,]*(?:\.\d+)?/g;

/** Every number in the text of a claim: `[390, 100000]` for "£390 up to £100,000". */
export function numbersOf(id: string): number[] {
  const numbers = figureOf(id)
    .text.match(NUMBER)
    ?.map((digits) => Number(digits.replaceAll(',', '')));
  if (numbers) return numbers;
  throw new Error(`The text of the claim "sum-${id}" has no number.`);
}

/** The first number in the text of a claim. */
export const numberOf = (id: string): number => numbersOf(id)[0] ?? 0;
