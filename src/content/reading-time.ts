/** A usual reading speed for plain English on a screen. */
const WORDS_PER_MINUTE = 230;

/** The number of words in an article: its Markdown without markup, each claim counted as one word. */
export function countWords(markdown: string): number {
  const prose = markdown
    .replace(/<Claim\s[^>]*\/>/g, 'figure')
    .replace(/<\/?[A-Z][^>]*>/g, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/^\|[\s|:-]+\|$/gm, '');
  return prose.match(/[\p{L}\p{N}£][\p{L}\p{N}\p{M}£%.,’'&/–-]*/gu)?.length ?? 0;
}

/** The reading time in whole minutes. */
export function readingMinutes(markdown: string): number {
  return Math.round(countWords(markdown) / WORDS_PER_MINUTE);
}
