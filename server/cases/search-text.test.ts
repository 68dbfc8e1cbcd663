import { expect, test } from 'vitest';
import { searchTextOf, wordsOf } from './search-text.ts';

test.each([
  ['Seán', 'sean'],
  ['Sea\u0301n', 'sean'],
  ['Müller', 'muller'],
  ['ŁUKASZ', 'lukasz'],
  ['Søren Đorđe Æsa Weiß', 'soren dorde aesa weiss'],
  ['O’Brien', 'obrien'],
  ["O'Brien", 'obrien'],
  ['O´Brien', 'obrien'],
  ['MacDonald,  Ewan', 'macdonald ewan'],
  ['Ann-Marie St. Clair', 'ann marie st clair'],
  ['soft\u00adhyphen', 'softhyphen'],
  ['Ｍａｉｒｉ', 'mairi'],
  ['2/1, 14 Byres Road', '2/1 14 byres road'],
  ['2 / 1 14', '2/1 14'],
  ['c/o Mairi / Iain', 'c o mairi iain'],
  ['mairi.ohara@example.com', 'mairi ohara example com'],
  ['Ἀχιλλεύς', 'αχιλλευσ'],
  ['% _ \\ ’', ''],
])('%j has the words "%s"', (text, words) => {
  expect(wordsOf(text).join(' ')).toBe(words);
});

test('the text of a lead has its names and address also without spaces, with numbers apart', () => {
  const lead = { name: 'Fiona Mac Donald', address: 'Flat 2/1, 14 High Street', email: null };
  expect(searchTextOf({ ...lead, postcode: 'EH66QQ', texts: ['Wants a call.'] })).toBe(
    [
      ' fiona mac donald ',
      ' fionamacdonald ',
      ' flat 2/1 14 high street ',
      ' flat2/1 14highstreet ',
      ' eh6 6qq eh66qq ',
      ' wants a call ',
    ].join('\n'),
  );
});
