import fc from 'fast-check';
import { expect, test } from 'vitest';
import { typedPhoneNumbers } from '#support/leads/typed-phone-numbers.ts';
import { phoneKey, readPhoneNumber } from './phone-number.ts';

test('however a British number is typed, its key is the number that is meant, as the mails read it', () => {
  const numbers = fc.sample(typedPhoneNumbers, { seed: 2, numRuns: 2000 });
  const keys = numbers.map(({ typed }) => phoneKey(typed));
  expect(keys).toEqual(numbers.map(({ meant }) => meant));
  expect(numbers.map(({ typed }) => readPhoneNumber(typed))).toEqual(keys.map((key) => `+44${key}`));
});

test.each([
  ['+353 1 234 5678', '+35312345678'],
  ['0049 30 123456', '+4930123456'],
])('the foreign number %s has the key %s, as the mails read it', (typed, number) => {
  expect([phoneKey(typed), readPhoneNumber(typed)]).toEqual([number, number]);
});
