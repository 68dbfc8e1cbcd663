import { describe, expect, test } from 'vitest';
import { districtOf } from './postcode.ts';

/** `[text, district while typing, district after leaving the field]` */
test.each([
  ['', undefined, undefined],
  ['E', undefined, undefined],
  ['EH', undefined, undefined],
  ['EH6', undefined, 'EH 6'],
  ['EH6 ', 'EH 6', 'EH 6'],
  ['EH6 6Q', 'EH 6', 'EH 6'],
  ['EH6 6QQ', 'EH 6', 'EH 6'],
  ['eh6 6qq', 'EH 6', 'EH 6'],
  [' eh66qq ', 'EH 6', 'EH 6'],
  ['EH66', undefined, 'EH 66'],
  ['EH6-6QQ', 'EH 6', 'EH 6'],
  ['EH6 6QQ.', 'EH 6', 'EH 6'],
  ['e h 6 6 q q', 'EH 6', 'EH 6'],
  ['EH11AA', 'EH 1', 'EH 1'],
  ['EH111AA', 'EH 11', 'EH 11'],
  ['G1 1AA', 'G 1', 'G 1'],
  ['G411AA', 'G 41', 'G 41'],
  ['SW1A 1AA', 'SW 1A', 'SW 1A'],
  ['12 High Street', undefined, undefined],
  ['EH6 6QQQ', undefined, undefined],
  ['Edinburgh', undefined, undefined],
  ['６', undefined, undefined],
])('the district in %j is %s while typing, and %s after the field is left', (text, typing, finished) => {
  const inWords = (isFinished: boolean) => {
    const district = districtOf(text, isFinished);
    return district && `${district.area} ${district.number}`;
  };
  expect(inWords(false)).toBe(typing);
  expect(inWords(true)).toBe(finished);
});

describe('while a postcode is typed letter by letter', () => {
  test.each(['EH6 6QQ', 'EH66QQ', 'g411aa', 'G41 1AA', 'ab10 1xx'])(
    'the district of %j does not change once it is known',
    (text) => {
      const seen = Array.from(text, (_, index) => districtOf(text.slice(0, index + 1), false)).map(
        (district) => district && district.area + district.number,
      );
      const known = seen.filter((district) => district !== undefined);
      expect(known.length).toBeGreaterThan(0);
      expect(new Set(known).size).toBe(1);
      expect(seen.slice(seen.findIndex((district) => district !== undefined))).toEqual(known);
    },
  );
});
