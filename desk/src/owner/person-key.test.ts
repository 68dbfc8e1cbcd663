import { expect, test } from 'vitest';
import { personKeyIn } from './person-key.ts';

test.each([
  [' ann@firm.example ', 'ann@firm.example'],
  ['+44 (0)131 496-0123', '+44 (0)131 496-0123'],
  ['07700900123', '07700900123'],
  ['Ann Smith', undefined],
  ['EH1 1AA', undefined],
  ['0044 1382 49601', '0044 1382 49601'],
  ['0131 496 01', undefined],
  ['+44 0131 496 01', undefined],
  ['123', undefined],
  ['a@b c', undefined],
  ['', undefined],
])('reads "%s" as %s', (text, key) => {
  expect(personKeyIn(text)).toBe(key);
});
