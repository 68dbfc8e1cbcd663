import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { typedPhoneNumbers } from '#support/leads/typed-phone-numbers.ts';
import { BRITISH_METADATA, readPhoneNumber } from './phone-number.ts';

test.each([
  ['O131 496 O123', '+441314960123'],
  ['0131 496 012O', '+441314960120'],
  ['0800 1111', '+448001111'],
  ['+353 1 234 5678', '+35312345678'],
  ['+49 (0)30 123456', '+4930123456'],
  ['0049 30 123456', '+4930123456'],
])('%s is read as %s', (typed, number) => {
  expect(readPhoneNumber(typed)).toBe(number);
});

test.each([
  'abcdefghij',
  '',
  '0131 496',
  '0000000000',
  '496 0123 56 78 9012',
  '+44 131',
  '+1234567890123456',
  '999 999 9999',
  '0909 879 0123',
])('“%s” is no number that can be dialled', (typed) => {
  expect(readPhoneNumber(typed)).toBeUndefined();
});

test('however a British number is typed, it is read as the number that is meant', () => {
  fc.assert(
    fc.property(typedPhoneNumbers, ({ meant, typed }) => {
      expect(readPhoneNumber(typed)).toBe(`+44${meant}`);
    }),
    { seed: 1, numRuns: 2000 },
  );
});

test('the data about British numbers is that of the library', () => {
  const library = dirname(createRequire(import.meta.url).resolve('libphonenumber-js/package.json'));
  const { version, countries } = JSON.parse(readFileSync(join(library, 'metadata.min.json'), 'utf8')) as {
    version: number;
    countries: { GB: unknown[] };
  };
  const british = countries.GB.slice(0, 8);
  // Leaves out the fifth entry, which is for formatting numbers: this code only reads them.
  expect(BRITISH_METADATA).toMatchObject({ version, countries: { GB: british.with(4, []) } });
});
