import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { originOf, tidyOrigin } from './origin.ts';

const LONG = 'x'.repeat(10_000);
const KEYS = ['page', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];

describe('tidyOrigin', () => {
  test.each([
    [
      'keeps the known keys',
      KEYS.map((key) => `${key}=a`).join('&'),
      KEYS.map((key) => `${key}=a`).join('&'),
    ],
    ['ignores others', 'page=%2F&gclid=1&fbclid=2&UTM_SOURCE=3&__proto__=4&constructor=5', 'page=/'],
    ['takes the first of a key that is given twice', 'utm_source=a&utm_source=b', 'utm_source=a'],
    ['drops empty values', 'page=&utm_source=%20&utm_medium', ''],
    ['leaves nothing of no text', '', ''],
    ['leaves nothing of another text', '{"page":"/"}', ''],
    ['reads spaces in both spellings', 'utm_source=a+b%20c', 'utm_source=a+b+c'],
    ['removes control characters', 'utm_source=%00a%07b%7f%c2%85c', 'utm_source=abc'],
    [
      'makes a space of line breaks',
      'utm_source=a%0D%0Ax-suspect-reasons: b',
      'utm_source=a+x-suspect-reasons%3A+b',
    ],
    ['removes characters that nobody sees', 'utm_source=%E2%80%AEa%E2%80%8Bb', 'utm_source=ab'],
    ['drops a value that nobody sees', 'utm_source=%C2%AD%E2%81%A0', ''],
    [
      'keeps percent signs that encode nothing',
      'utm_source=100%&utm_term=%zz%2',
      'utm_source=100%25&utm_term=%25zz%252',
    ],
    ['replaces bytes that are not UTF-8', 'utm_source=%ff%c0%80a', 'utm_source=%EF%BF%BD%EF%BF%BD%EF%BF%BDa'],
    ['replaces half a surrogate pair', 'utm_source=\ud800a', 'utm_source=%EF%BF%BDa'],
    ['composes accents', 'utm_source=e%CC%81', 'utm_source=%C3%A9'],
    ['cuts a value to 100 characters', `utm_source=${LONG}`, `utm_source=${'x'.repeat(100)}`],
    ['cuts between characters', `utm_source=${'🏠'.repeat(101)}`, `utm_source=${'%F0%9F%8F%A0'.repeat(100)}`],
    ['leaves no space where it cuts', `utm_source=${'x'.repeat(99)} y`, `utm_source=${'x'.repeat(99)}`],
  ])('%s', (_what, origin, expected) => {
    expect(tidyOrigin(origin)).toBe(expected);
    expect(tidyOrigin(expected)).toBe(expected);
  });

  test('makes a short header of any text', () => {
    const pair = fc.tuple(fc.constantFrom(...KEYS), fc.string({ unit: 'binary', maxLength: 200 }));
    const origin = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pair).map((pairs) => pairs.map((parts) => parts.join('=')).join('&')),
      fc.array(pair).map((pairs) => new URLSearchParams(pairs)),
    );
    fc.assert(
      fc.property(origin, (text) => {
        expect(tidyOrigin(text)).toMatch(/^[\w/%&=+*.-]{0,8000}$/);
      }),
    );
  });
});

describe('originOf', () => {
  const AD = 'https://house-buyer.example/?utm_source=google&utm_campaign=spring%20sale&gclid=1#top';
  const OTHER_AD = 'https://house-buyer.example/glasgow?utm_source=letter';
  const CAMPAIGN = 'utm_source=google&utm_campaign=spring+sale';

  test.each([
    ['the page alone', '/glasgow', [], 'page=/glasgow'],
    ['addresses without campaign words', '/', ['https://house-buyer.example/?postcode=EH1', ''], 'page=/'],
    ['one with campaign words', '/glasgow', [AD], `page=/glasgow&${CAMPAIGN}`],
    [
      'several: the first that has any',
      '/',
      ['https://house-buyer.example/', AD, OTHER_AD],
      `page=/&${CAMPAIGN}`,
    ],
    ['never a mixture of two', '/', [OTHER_AD, AD], 'page=/&utm_source=letter'],
    [
      'an empty word counts as none',
      '/',
      ['/?utm_source=&utm_campaign=', OTHER_AD],
      'page=/&utm_source=letter',
    ],
    [
      'a page in the address counts for nothing',
      '/',
      ['/?page=/evil&page=/twice&utm_term=a'],
      'page=/&utm_term=a',
    ],
    ['words after # are not parameters', '/', ['/#utm_source=a', '/#?utm_source=a'], 'page=/'],
    ['what is no address', '/', ['null', '%', '\u0000?\n#\n?utm_source=a'], 'page=/'],
    ['a page of another script, as its address has it', '/caf%C3%A9', [], 'page=/caf%25C3%25A9'],
  ])('%s', (_what, page, addresses, expected) => {
    expect(originOf(page, addresses)).toBe(expected);
  });
});
