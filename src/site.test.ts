import { expect, test } from 'vitest';
import { createSite, DEFAULT_DETAILS, variableOf } from './site.ts';

test('each detail has its variable', () => {
  expect(variableOf('brand')).toBe('PUBLIC_SITE_BRAND');
  expect(variableOf('agencyCredit')).toBe('PUBLIC_SITE_AGENCY_CREDIT');
});

test('a variable replaces the default, an empty one does not', () => {
  expect(createSite({ PUBLIC_SITE_BRAND: 'Bothy & Byre', PUBLIC_SITE_PHONE: ' ' })).toEqual({
    ...DEFAULT_DETAILS,
    brand: 'Bothy & Byre',
  });
});
