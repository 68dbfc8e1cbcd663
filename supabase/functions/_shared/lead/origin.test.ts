import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { originOf, tidyOrigin } from './origin.ts';

const LONG = 'x'.repeat(10_000);
const KEYS = ['page', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];
const ALL = KEYS.map((key) => `${key}=a`).join('&');
const X99 = 'x'.repeat(99);

describe('tidyOrigin', () => {
  test.each([
    ['keeps the known keys', ALL, ALL],
    ['ignores unknown keys', 'page=%2F&gclid=1&fbclid=2&UTM_SOURCE=3&__proto__=4&constructor=5', 'page=/'],
    ['takes the first value of a key that is given twice', 'utm_source=a&utm_source=b', 'utm_source=a'],
    ['drops empty values', 'page=&utm_source=%20&utm_medium', ''],
    ['returns nothing for an empty string', '', ''],
    ['returns nothing for text that is not a query string', '{"page":"/"}', ''],
    ['decodes + and %20 as a space', 'utm_source=a+b%20c', 'utm_source=a+b+c'],
    ['removes control characters', 'utm_source=%00a%07b%7f%c2%85c', 'utm_source=abc'],
    ['replaces line breaks with a space', 'utm_source=a%0D%0Ax-header: b', 'utm_source=a+x-header%3A+b'],
    ['removes invisible characters', 'utm_source=%E2%80%AEa%E2%80%8Bb', 'utm_source=ab'],
    ['drops a value of invisible characters only', 'utm_source=%C2%AD%E2%81%A0', ''],
    [
      'keeps percent signs that escape nothing',
      'utm_source=100%&utm_term=%zz%2',
      'utm_source=100%25&utm_term=%25zz%252',
    ],
    ['replaces bytes that are not UTF-8', 'utm_source=%ff%c0%80a', 'utm_source=%EF%BF%BD%EF%BF%BD%EF%BF%BDa'],
    ['replaces half a surrogate pair', 'utm_source=\ud800a', 'utm_source=%EF%BF%BDa'],
    ['composes accents', 'utm_source=e%CC%81', 'utm_source=%C3%A9'],
    ['cuts a value to 100 characters', `utm_source=${LONG}`, `utm_source=${'x'.repeat(100)}`],
    [
      'never cuts a character in half',
      `utm_source=${'🏠'.repeat(101)}`,
      `utm_source=${'%F0%9F%8F%A0'.repeat(100)}`,
    ],
    ['trims a space at the end of a cut value', `utm_source=${X99} y`, `utm_source=${X99}`],
  ])('%s', (_what, origin, expected) => {
    expect(tidyOrigin(new URLSearchParams(origin))).toBe(expected);
    expect(tidyOrigin(new URLSearchParams(expected))).toBe(expected);
  });

  test('makes a valid header of at most 8,000 characters from any text', () => {
    const pair = fc.tuple(fc.constantFrom(...KEYS), fc.string({ unit: 'binary', maxLength: 200 }));
    const origin = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pair).map((pairs) => pairs.map((parts) => parts.join('=')).join('&')),
      fc.array(pair).map((pairs) => new URLSearchParams(pairs)),
    );
    fc.assert(
      fc.property(origin, (text) => {
        expect(tidyOrigin(new URLSearchParams(text))).toMatch(/^[\w/%&=+*.-]{0,8000}$/);
      }),
    );
  });
});

describe('originOf', () => {
  const HOME = 'https://house-buyer.example/';
  const AD = 'https://house-buyer.example/?utm_source=google&utm_campaign=spring%20sale&gclid=1#top';
  const OTHER_AD = 'https://house-buyer.example/glasgow?utm_source=letter';
  const CAMPAIGN = 'utm_source=google&utm_campaign=spring+sale';

  test.each([
    ['without URLs, only the page is stored', '/glasgow', [], 'page=/glasgow'],
    ['URLs without them are ignored', '/', [`${HOME}?postcode=EH1`, ''], 'page=/'],
    ['the UTM parameters of a URL are stored', '/glasgow', [AD], `page=/glasgow&${CAMPAIGN}`],
    ['the first URL with UTM parameters counts', '/', [HOME, AD, OTHER_AD], `page=/&${CAMPAIGN}`],
    ['the parameters of two URLs are never mixed', '/', [OTHER_AD, AD], 'page=/&utm_source=letter'],
    [
      'empty UTM parameters are ignored',
      '/',
      ['/?utm_source=&utm_campaign=', OTHER_AD],
      'page=/&utm_source=letter',
    ],
    [
      'a page parameter in the URL is ignored',
      '/',
      ['/?page=/evil&page=/twice&utm_term=a'],
      'page=/&utm_term=a',
    ],
    ['the fragment is ignored', '/', ['/#utm_source=a', '/#?utm_source=a'], 'page=/'],
    ['text that is not a URL is ignored', '/', ['null', '%', '\u0000?\n#\n?utm_source=a'], 'page=/'],
    ['a percent-encoded path stays encoded', '/caf%C3%A9', [], 'page=/caf%25C3%25A9'],
  ])('%s', (_what, page, urls, expected) => {
    expect(originOf(page, urls)).toBe(expected);
  });
});
