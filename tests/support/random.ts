/**
 * A random generator (mulberry32) for tests. The same seed gives the same numbers, so that a failure can be repeated.
 */
export function createRandom(seed: number) {
  let state = seed;
  /** A whole number from 0 to below the limit. */
  function integer(limit: number): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }
  return {
    integer,
    /** A text of characters from an alphabet, with a minimum and a maximum length. */
    text(alphabet: string, min: number, max: number): string {
      const characters = Array.from(alphabet);
      const length = min + integer(max - min + 1);
      return Array.from({ length }, () => characters[integer(characters.length)] ?? '').join('');
    },
  };
}
