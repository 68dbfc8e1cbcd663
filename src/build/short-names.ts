const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** `a` to `Z`, then `aa` and so on. */
function shortName(index: number): string {
  const letter = LETTERS.charAt(index % LETTERS.length);
  return index < LETTERS.length ? letter : shortName(Math.floor(index / LETTERS.length) - 1) + letter;
}

/** Adds to the counts, so that what is counted need not be kept. */
export function countInto(counts: Map<string, number>, occurrences: Iterable<string>): Map<string, number> {
  for (const name of occurrences) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** The shortest names for those that occur most, none of them taken. */
export function shortNames(
  counts: ReadonlyMap<string, number>,
  isTaken: (name: string) => boolean,
): Map<string, string> {
  const byCount = [...counts].sort(([, a], [, b]) => b - a);
  let index = 0;
  return new Map(
    byCount.map(([name]) => {
      while (isTaken(shortName(index))) index += 1;
      const short = shortName(index);
      index += 1;
      return [name, short];
    }),
  );
}
