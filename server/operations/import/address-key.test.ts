import { expect, test } from 'vitest';
import { addressKey } from './address-key.ts';

test.each([
  ['Flat 1, 23 High Street', 'Flat 12, 3 High Street', 'Flat 123 High Street'],
  ['2/1 14 Byres Road', '2/11 4 Byres Road', '21/14 Byres Road', '2/114 Byres Road'],
  ['1/2 3 High Street', '12/3 High Street', '1, 2/3 High Street', '1/23 High Street'],
  ['1-2 3 High Street', '1 2-3 High Street', '1.2 3 High Street', '1/2 3 High Street'],
  ['Flat 2F1 14 High Street', 'Flat 2F 114 High Street'],
  ['Flat 1½, 3 High Street', 'Flat 1 2/3 High Street'],
])('%s is another house than %s', (...addresses) => {
  const keys = addresses.filter(Boolean).map((address) => addressKey(address, 'G1 1AA'));
  expect(new Set(keys).size).toBe(keys.length);
});

test.each([
  ['Flat 2/1, 14 Byres Road', 'FLAT 2/1 14  byres road', 'Flat 2 / 1,14 Byres Road'],
  ['14–16 High Street', '14-16 High Street, '],
  ['Flat 2/1 - 14 Byres Road', 'Flat 2/1; 14 Byres Road'],
  ['14A High Street', '14 a High-Street'],
  ['St. Mary’s, 3 Leith Walk', 'St Marys 3, Leith Walk'],
  ['3 Sràid Dhòmhnaill', '3 Sràid Dhòmhnaill'.normalize('NFD')],
])('"%s" and "%s" are one house', (...addresses) => {
  const keys = addresses.filter(Boolean).map((address) => addressKey(address, 'EH6 6QQ'));
  expect(new Set(keys).size).toBe(1);
});

test('a postcode counts the same in its own field and in the address, with and without its space', () => {
  const key = addressKey('8 High Street, Glasgow G1 1AA', null);
  expect(addressKey('8 High Street, Glasgow', 'g11aa')).toBe(key);
  expect(addressKey('8 High Street, Glasgow', ' G1  1AA')).toBe(key);
});

test('a lead without an address and postcode has an empty key', () => {
  expect(addressKey(undefined, null)).toBe('');
});
