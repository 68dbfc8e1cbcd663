/** The smallest value that this share of all of them does not exceed; NaN where there are none. */
export function percentile(values: readonly number[], share: number): number {
  const rank = Math.max(1, Math.ceil(share * values.length));
  return values.toSorted((a, b) => a - b)[rank - 1] ?? Number.NaN;
}
