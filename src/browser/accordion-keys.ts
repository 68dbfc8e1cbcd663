const MOVES: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/**
 * The header of an accordion to which a key moves the focus. The arrow keys wrap around.
 *
 * @param index the header that has the focus, from 0
 * @returns the index of the next header, or undefined for any other key
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/accordion/
 */
export function headerAfterKey(key: string, index: number, count: number): number | undefined {
  return Object.hasOwn(MOVES, key) ? MOVES[key]?.(index, count) : undefined;
}
