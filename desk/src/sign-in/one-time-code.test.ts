import { expect, test } from 'vitest';
import { codeIn } from './one-time-code.ts';

test.each([
  ['12345678', '12345678'],
  [' 1234 5678\n', '12345678'],
  ['1234-5678', '12345678'],
  ['Your code is 1234 5678. It works for 10 minutes.', '12345678'],
  ['10 minutes, five tries: 87654321', '87654321'],
  ['1234', '1234'],
  ['12a34', '1234'],
  ['123456789', '12345678'],
  ['', ''],
])('finds the code, or the digits typed so far, in "%s"', (text, code) => {
  expect(codeIn(text, 8)).toBe(code);
});
