import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { countWords, readingMinutes } from './reading-time.ts';

describe('the words of an article', () => {
  test.each([
    ['three plain words', 3],
    ['**Bold**, _quiet_ and [a link](https://www.gov.scot/some-page)', 5],
    ['It costs <Claim id="home-report-cost" /> here.', 4],
    ['| Stage | Bound? |\n| --- | --- |\n| Offers | No |', 4],
    ['## A heading\n\n- 90 days\n- £1,300', 5],
  ])('%j are %i', (mdx, words) => {
    expect(countWords(mdx)).toBe(words);
  });
});

const articles = globSync('src/content/articles/*.mdx').map((file) => {
  const [, frontMatter = '', body = ''] = readFileSync(file, 'utf8').split(/^---$/m);
  return {
    slug: basename(file, '.mdx'),
    stated: Number(/readingMinutes: (\d+)/.exec(frontMatter)?.[1]),
    body,
  };
});

/** @see the table in section 2 of the specification */
const SPECIFIED: Record<string, number> = {
  'broken-property-chain-guide': 8,
  'scottish-property-law-guide': 9,
  'selling-inherited-property-scotland': 10,
  'selling-property-poor-condition': 9,
};

describe.each(articles)('$slug', ({ slug, stated, body }) => {
  test('takes as long to read as it says', () => {
    expect(readingMinutes(body)).toBe(stated);
    expect(stated).toBe(SPECIFIED[slug] ?? stated);
  });

  test('has 1,900 to 2,300 words', () => {
    expect(countWords(body)).toBeGreaterThanOrEqual(1900);
    expect(countWords(body)).toBeLessThanOrEqual(2300);
  });
});
