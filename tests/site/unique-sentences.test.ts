import { expect, test } from 'vitest';
import { readBuiltPages, textsOf, type BuiltPage } from '../support/site/built-pages.ts';

/** Parts that pages share on purpose. */
const SHARED = [
  '#valuation-form',
  'nav',
  'main header',
  '[aria-labelledby="related-articles"]',
  '[data-claim-note]',
  '[data-example-notice]',
  'p:has([data-our-record])',
].join();

/** Short sentences ("We pay cash.") may be repeated. */
const isLong = (sentence: string) => sentence.split(' ').length >= 7 || sentence.length > 40;

function sentencesOf({ $ }: BuiltPage): string[] {
  $(SHARED).remove();
  return textsOf($, 'main :is(p, li, td, dd)')
    .flatMap((text) => text.split(/(?<=[.?!]) /))
    .filter(isLong);
}

test('no long sentence is on two pages, apart from shared parts', () => {
  const pagesOf = new Map<string, Set<string>>();
  for (const page of readBuiltPages().values()) {
    for (const sentence of sentencesOf(page)) {
      pagesOf.set(sentence, (pagesOf.get(sentence) ?? new Set()).add(page.path));
    }
  }
  const repeated = [...pagesOf].filter(([, pages]) => pages.size > 1);
  expect(pagesOf.size).toBeGreaterThan(500);
  expect(repeated.map(([sentence, pages]) => `${[...pages].join(' and ')}: ${sentence}`)).toEqual([]);
});
