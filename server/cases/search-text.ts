/** Letters that Unicode does not decompose into a letter of the alphabet and a mark. */
const PLAIN_LETTERS: Record<string, string> = {
  ...{ ł: 'l', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h', ŋ: 'n', ŧ: 't' },
  ς: 'σ',
};
const TO_PLAIN = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');

/** What people type for an apostrophe. */
const APOSTROPHE = /['’‘‛ʼʻ′`´＇]/g;

const BAR_BETWEEN_NUMBERS = /(?<=\p{N})\s*[/⁄]\s*(?=\p{N})/gu;

/**
 * The words of a text as the search compares them: small letters without accents, apostrophes and punctuation, so that
 * "Seán O’Brien" and "SEAN OBRIEN" are equal. Only the bar of a flat such as 2/1 stays.
 */
export const wordsOf = (text: string): string[] =>
  text
    .replace(APOSTROPHE, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(TO_PLAIN, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(BAR_BETWEEN_NUMBERS, '/')
    .split(/(?:[^\p{L}\p{N}/]|(?<!\p{N})\/|\/(?!\p{N}))+/u)
    .filter(Boolean);

/** The words as one, for "MacDonald" in "Mac Donald". Numbers stay apart: "2/1, 14" has no 114. */
const asOneWord = (words: readonly string[]) => words.join(' ').replace(/(?<!\p{N}) | (?!\p{N})/gu, '');

type Searched = Record<'name' | 'address' | 'email' | 'postcode', string | null | undefined> & {
  /** What was typed about the case. */
  texts: readonly string[];
};

/**
 * What the desk's search reads of a lead and its case, besides the number and the reference. Each word has a space on
 * both sides.
 */
export function searchTextOf({ name, address, email, postcode, texts }: Searched): string {
  const [names, places] = [wordsOf(name ?? ''), wordsOf(address ?? '')];
  const code = wordsOf(postcode ?? '').join('');
  return [
    ...[names, [asOneWord(names)], places, [asOneWord(places)], wordsOf(email ?? '')],
    // With and without its space, however it was typed.
    [code.slice(0, -3), code.slice(-3), code],
    ...texts.map(wordsOf),
  ]
    .map((words) => words.filter(Boolean).join(' '))
    .filter(Boolean)
    .map((line) => ` ${line} `)
    .join('\n');
}
