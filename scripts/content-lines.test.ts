import { expect, test } from 'vitest';
import { openLines } from './content-lines.ts';

test('openLines finds the line of a value', () => {
  const lineOf = openLines('# One.\na:\n  - b: x\n    c: y\n');
  expect(lineOf(['a', 0, 'c'])).toBe(4);
  expect(lineOf(['a', 1, 'c'])).toBeUndefined();
});
