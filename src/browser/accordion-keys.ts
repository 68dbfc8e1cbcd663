const MOVES: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/**
 * Returns the index of the accordion header that a key moves the focus to. The arrow keys wrap around.
 *
 * @param index the header that has the focus, from 0
 * @returns undefined for a key that does not move the focus
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/accordion/
 */
export function headerAfterKey(key: string, index: number, count: number): number | undefined {
  return Object.hasOwn(MOVES, key) ? MOVES[key]?.(index, count) : undefined;
}
