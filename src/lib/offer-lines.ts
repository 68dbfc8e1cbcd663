/** The words for the way from a home's value to our price: in an offer, in the calculator and on the site. */
export const VALUE = 'Market value';
export const MARGIN = 'Our costs of buying, owning and reselling it, and our profit';
export const PRICE = 'Our offer';

/** A line in pounds. `actual`: what it cost in the end; null if that is not known yet. */
export type Line = { what: string; amount: number; actual?: number | null | undefined };

/** The lines from the market value to the offer. All between the first and the last one are taken off. */
export function wayToOffer(value: number, price: number, lines: readonly Line[] = []): Line[] {
  const rest = value - price - lines.reduce((sum, { amount }) => sum + amount, 0);
  return [
    { what: VALUE, amount: value },
    ...lines,
    { what: MARGIN, amount: rest },
    { what: PRICE, amount: price },
  ];
}
