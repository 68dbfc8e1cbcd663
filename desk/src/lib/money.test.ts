import { expect, test } from 'vitest';
import { discountInWords, discountOf, parsePounds } from './money.ts';

test.each([
  ['185000', 185_000],
  ['£185,000', 185_000],
  [' 185 000 ', 185_000],
  ['185k', 185_000],
  ['185K', 185_000],
  ['', undefined],
  ['0', undefined],
  ['-5', undefined],
  ['185.50', undefined],
  ['about 185000', undefined],
  ['99999999999999999999', undefined],
])('"%s" is parsed as %s', (text, amount) => {
  expect(parsePounds(text)).toBe(amount);
});

test('the discount is in pounds and per cent, with one decimal', () => {
  expect(discountOf(155_000, 185_000)).toEqual({ amount: 30_000, percent: 16.2 });
});

test.each([
  [148_000, 185_000, '£37,000 (20%) below market value'],
  [190_000, 185_000, '£5,000 (2.7%) above market value'],
  [185_000, 185_000, 'at market value'],
])('an offer of %i for a home with a value of %i is %s', (amount, marketValue, words) => {
  expect(discountInWords(amount, marketValue)).toBe(words);
});
