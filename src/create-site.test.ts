import { expect, test } from 'vitest';
import { DEFAULT_DETAILS } from './site.ts';
import { createSite, variableOf, variablesOf } from './create-site.ts';

const NEXT = { from: '2026-12-07', hours: 'Mon–Fri 10:00–16:00' };

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

test('a detail that breaks a rule is named by its variable, with what is wrong', () => {
  const environment = { PUBLIC_SITE_COMPLAINT_DAYS: '57', PUBLIC_SITE_HOURS: 'weekdays' };
  expect(() => createSite(environment)).toThrow(/^PUBLIC_SITE_HOURS: .*\nPUBLIC_SITE_COMPLAINT_DAYS: "57" /);
});

test.each([
  ['2026-12-06T23:59:00Z', { ...DEFAULT_DETAILS, nextHours: NEXT }],
  ['2026-12-07T00:00:00Z', { ...DEFAULT_DETAILS, hours: NEXT.hours }],
])('at %s, new hours from 7 December are still to come or are the hours', (now, expected) => {
  const environment = { PUBLIC_SITE_NEXT_HOURS: '2026-12-07 Mon–Fri 10:00–16:00' };
  expect(createSite(environment, new Date(now))).toEqual(expected);
});

test('new hours that cannot be read are refused', () => {
  expect(() => createSite({ PUBLIC_SITE_NEXT_HOURS: 'Monday: from ten' })).toThrow(
    'PUBLIC_SITE_NEXT_HOURS: Choose a day.\nPUBLIC_SITE_NEXT_HOURS: The opening hours',
  );
});

test('the variables of the details give them back', () => {
  const site = { ...DEFAULT_DETAILS, brand: 'Bothy & Byre', nextHours: NEXT };
  expect(createSite(variablesOf(site), new Date('2026-12-01'))).toEqual(site);
});
