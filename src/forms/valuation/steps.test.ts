import { expect, test } from 'vitest';
import { toStep } from './steps.ts';

test.each([
  [-1, 1],
  [0, 1],
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 3],
])('the nearest valid step for %i is %i', (number, step) => {
  expect(toStep(number)).toBe(step);
});
