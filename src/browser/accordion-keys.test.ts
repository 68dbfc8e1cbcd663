import { expect, test } from 'vitest';
import { headerAfterKey } from './accordion-keys.ts';

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 7, 0],
  ['ArrowUp', 1, 0],
  ['ArrowUp', 0, 7],
  ['Home', 5, 0],
  ['End', 2, 7],
])('%s moves the focus from index %i to index %i, of eight headers', (key, index, expected) => {
  expect(headerAfterKey(key, index, 8)).toBe(expected);
});

// The keys are looked up in an object. "toString", which every object inherits, must not be taken for a key.
test.each(['Enter', ' ', 'Tab', 'a', 'toString'])('the key %j does not move the focus', (key) => {
  expect(headerAfterKey(key, 3, 8)).toBeUndefined();
});
