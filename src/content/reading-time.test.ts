import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SPECIFIED_ARTICLES } from '#support/site/specified-pages.ts';
import { countWords } from './reading-time.ts';

describe('countWords', () => {
  test.each([
    ['three plain words', 3],
    ['**Bold**, _quiet_ and [a link](https://www.gov.scot/some-page)', 5],
    ['It costs <Claim id="home-report-cost" /> here.', 4],
    ['| Stage | Bound? |\n| --- | --- |\n| Offers | No |', 4],
    ['<CostChart caption="Left" price="Price">\n\nTwo words\n\n</CostChart>', 2],
    ['## A heading\n\n- 90 days\n- £1,300', 5],
  ])('%j has %i words', (markdown, words) => {
    expect(countWords(markdown)).toBe(words);
  });
});

test.each(SPECIFIED_ARTICLES)('%s has 1,900 to 2,300 words', (path) => {
  const file = `src/content/articles/${basename(path)}.md`;
  const [, , body = ''] = readFileSync(file, 'utf8').split(/^---$/m);
  expect(countWords(body)).toBeGreaterThanOrEqual(1900);
  expect(countWords(body)).toBeLessThanOrEqual(2300);
});
