import { expect, test } from 'vitest';
import { createSite, DEFAULT_DETAILS, variableOf } from './site.ts';

test('the environment variable of a detail is PUBLIC_SITE_ and its name in upper snake case', () => {
  expect(variableOf('brand')).toBe('PUBLIC_SITE_BRAND');
  expect(variableOf('agencyCredit')).toBe('PUBLIC_SITE_AGENCY_CREDIT');
});

test('an environment variable replaces the default of a detail; a blank one does not', () => {
  expect(createSite({ PUBLIC_SITE_BRAND: 'Bothy & Byre', PUBLIC_SITE_PHONE: ' ' })).toEqual({
    ...DEFAULT_DETAILS,
    brand: 'Bothy & Byre',
  });
});
