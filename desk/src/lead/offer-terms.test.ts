import { expect, test } from 'vitest';
import { OFFER_DETAILS } from '#support/desk/offer-details.ts';
import { NO_DETAILS, type OfferDetails } from '#server/cases/offer-details.ts';
import {
  detailValues,
  readStandingTerms,
  readTerms,
  standingValues,
  type TermValues,
} from './offer-terms.ts';

const NOW = Date.parse('2026-11-23T10:00:00Z');
const VALUES: TermValues = {
  amount: '£148,000',
  market_value: '185k',
  basis: 'home_report',
  funds: 'own',
  conditions: '  ',
  valid_until: '2026-12-21',
  ...detailValues(OFFER_DETAILS),
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
      details: { ...NO_DETAILS, ...OFFER_DETAILS },
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
  ['amount', '186,000'],
  ['lines', JSON.stringify([{ what: 'Damp', amount: '37,001', source: 'quote' }])],
  ['lines', JSON.stringify([{ what: 'Damp', amount: 'lots', source: 'quote' }])],
  ['lines', JSON.stringify([{ what: 'Damp', amount: '4,500' }])],
  ['basis', 'comparables'],
  ['sales', JSON.stringify([{ street: '12 Shore Place', month: '2026-05', price: '1k', type: 'flat' }])],
  ['report_firm', 'Surveyors Ltd'],
  ['solicitor_cap', 'all of it'],
  ['solicitor_cap', ''],
  ['outlays', ''],
  ['if_ends', ' '],
  ['outlays', JSON.stringify([{ what: 'Searches' }])],
  ['nothing_open', ''],
  ['open_points', JSON.stringify([{ what: 'Damp survey', until: '2026-12-22' }])],
])('an offer with the %s "%s" is refused, with an error for that field only', (field, value) => {
  const read = readTerms({ ...VALUES, [field]: value }, NOW);
  const named: Partial<Record<keyof TermValues, string>> = {
    ...(value === 'comparables' && { basis: 'sales' }),
    nothing_open: 'open_points',
    report_firm: 'report_day',
  };
  expect(read.ok ? [] : Object.keys(read.errors)).toEqual([named[field] ?? field]);
});

test('the details of an offer are read back as they were', () => {
  const details: OfferDetails = {
    lines: [{ what: 'Damp', amount: 4_500, source: 'quote' }],
    sales: [{ street: 'Shore Place, Leith', month: '2026-05', price: 172_000, type: 'flat' }],
    report: { firm: 'Surveyors Ltd', day: '2026-10-01' },
    buyer: 'Croft Homes Ltd',
    funds_proved_on: '2026-11-01',
    solicitor_cap: 1_200,
    outlays: [{ what: 'Searches', payer: 'us' }],
    if_ends: 'Each bears its own.',
    entry: 'In January',
    open_points: [{ what: 'Damp survey', until: '2026-12-04' }],
    nothing_open: false,
  };
  expect(readTerms({ ...VALUES, ...detailValues(details) }, NOW)).toMatchObject({
    ok: true,
    terms: { details },
  });
  expect(detailValues(details, '2026-12-05').open_points).toBe('');
});

test('each of the firm’s terms may be empty, unlike in an offer; what is typed has to be right', () => {
  const values = { ...standingValues({}), outlays: '[]' };
  const nothing = {
    buyer: null,
    funds_proved_on: null,
    solicitor_cap: null,
    outlays: [],
    if_ends: null,
    entry: null,
  };
  expect(readStandingTerms(values)).toEqual({ terms: nothing, errors: {} });
  const wrong = { ...values, solicitor_cap: 'much', outlays: '[{"what":"Searches"}]' };
  expect(Object.keys(readStandingTerms(wrong).errors).sort()).toEqual(['outlays', 'solicitor_cap']);
});
