/** The first letters of the first and the last word of a name: J. S. Nothing else that somebody typed is in it. */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /^\P{L}*(\p{L})/u.exec(word)?.[1] ?? []);
  return [...new Set([0, letters.length - 1])]
    .flatMap((index) => letters[index] ?? [])
    .map((letter) => `${letter.toLocaleUpperCase('en-GB')}.`)
    .join(' ');
}
