import { expect, test } from 'vitest';
import { printable } from './print.ts';

test.each([
  ['Seán’s 🏡\n\tNext line', 'Seán’s 🏡\n\tNext line'],
  ['\u001b]0;title\u0007', '\\u001b]0;title\\u0007'],
  ['\u001b[2J', '\\u001b[2J'],
  ['\u009b2J', '\\u009b2J'],
  ['visible\rhidden\b\u007f', 'visible\\u000dhidden\\u0008\\u007f'],
  ['\u202egnp.exe\u2066', '\\u202egnp.exe\\u2066'],
])('%j is printed as %s', (text, printed) => {
  expect(printable(text)).toBe(printed);
});

test('JSON stays the same JSON', () => {
  const data = { name: 'Iain\u009b\u007f\n\u001b' };
  expect(JSON.parse(printable(JSON.stringify(data, null, 2)))).toEqual(data);
});
