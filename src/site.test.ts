import { expect, test } from 'vitest';
import { createSite, DEFAULT_DETAILS } from './site.ts';

test('an override replaces the default, an empty one does not', () => {
  expect(createSite({ brand: 'Bothy & Byre', phone: ' ' })).toEqual({
    ...DEFAULT_DETAILS,
    brand: 'Bothy & Byre',
  });
});
