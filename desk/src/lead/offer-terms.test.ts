import { expect, test } from 'vitest';
import { readTerms, type TermValues } from './offer-terms.ts';

const NOW = Date.parse('2026-11-23T10:00:00Z');
const VALUES: TermValues = {
  amount: '£148,000',
  market_value: '185k',
  basis: 'home_report',
  funds: 'own',
  conditions: '  ',
  valid_until: '2026-12-21',
  shows_market_value: '',
};

test('parses valid terms', () => {
  expect(readTerms(VALUES, NOW)).toEqual({
    ok: true,
    terms: {
      amount: 148_000,
      market_value: 185_000,
      basis: 'home_report',
      funds: 'own',
      conditions: null,
      valid_until: '2026-12-21',
      shows_market_value: false,
    },
  });
});

test.each<[field: keyof TermValues, value: string]>([
  ['amount', 'a lot'],
  ['market_value', ''],
  ['basis', ''],
  ['funds', ''],
  ['valid_until', ''],
  ['valid_until', '2026-11-22'],
])('an offer with the %s "%s" is refused, with an error for that field only', (field, value) => {
  const read = readTerms({ ...VALUES, [field]: value }, NOW);
  expect(read.ok ? [] : Object.keys(read.errors)).toEqual([field]);
});
