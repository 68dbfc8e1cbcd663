/** How fast most people read plain English on a screen. */
const WORDS_PER_MINUTE = 230;

/** The words that a reader of an article reads: its MDX without markup, each claim as one word. */
export function countWords(mdx: string): number {
  const prose = mdx
    .replace(/<Claim\s[^>]*\/>/g, 'figure')
    .replace(/<\/?[A-Z][^>]*>/g, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/^\|[\s|:-]+\|$/gm, '');
  return prose.match(/[\p{L}\p{N}£][\p{L}\p{N}\p{M}£%.,’'&/–-]*/gu)?.length ?? 0;
}

/** Whole minutes, as an article and its card state them. */
export function readingMinutes(mdx: string): number {
  return Math.round(countWords(mdx) / WORDS_PER_MINUTE);
}
