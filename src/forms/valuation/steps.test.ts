import { expect, test } from 'vitest';
import { toStep } from './steps.ts';

test.each([
  [-1, 1],
  [0, 1],
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 3],
])('%i becomes step %i', (number, step) => {
  expect(toStep(number)).toBe(step);
});
