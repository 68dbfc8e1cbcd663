import { UnknownClaimError } from '../../claims/claims.ts';
import { longDate } from '../../lib/dates.ts';
import claims from './calculator.claims.yaml';

/**
 * @param id without the `sum-` with which the calculator's claims begin
 * @throws {UnknownClaimError} when `calculator.claims.yaml` does not list the claim
 */
function figureOf(id: string) {
  const claim = claims[`sum-${id}`];
  if (claim === undefined) throw new UnknownClaimError(`sum-${id}`, 'src/tools/calculator');
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

/** Where a default comes from, in one line: the figure, who published it, when, and when we look again. */
export function originOf(id: string): string {
  const { text, source, statedOn, reviewOn } = figureOf(id);
  const [stated, review] = [statedOn, reviewOn].map((day) => longDate(new Date(day)));
  return `Ours: ${text}. ${source}. ${stated}; we look again by ${review}.`;
}
