/** A random generator (mulberry32) that a seed repeats, so that a failure can be repeated. */
export function createRandom(seed: number) {
  let state = seed;
  /** From 0 up to, but not including, the limit. */
  function integer(limit: number): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }
  return {
    integer,
    /** Characters of an alphabet, at least and at most this many. */
    text(alphabet: string, min: number, max: number): string {
      const characters = Array.from(alphabet);
      const length = min + integer(max - min + 1);
      return Array.from({ length }, () => characters[integer(characters.length)] ?? '').join('');
    },
  };
}
