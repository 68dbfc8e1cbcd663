import { expect, test } from 'vitest';
import { createSite, DEFAULT_DETAILS } from './site.ts';

test('what the environment gives replaces the default, what it leaves empty does not', () => {
  expect(createSite({ brand: 'Bothy & Byre', phone: ' ' })).toEqual({
    ...DEFAULT_DETAILS,
    brand: 'Bothy & Byre',
  });
});
