import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { NO_DETAILS } from '#server/cases/offer-details.ts';
import { MARGIN, PRICE, VALUE } from '../../lib/offer-lines.ts';
import { linesInWords } from '../../lib/offer-words.ts';
import { pounds } from '../../lib/pounds.ts';
import { salesOf } from './calculate.ts';
import { Results } from './Results.tsx';
import { DEFAULT_TEXTS, defaultInputs, FIELDS, homeReportPrice, MAIN_FIELDS, readField } from './inputs.ts';
import { fragmentOf, textsIn } from './calculator-link.ts';
import { Sources } from './Sources.tsx';
import { equalOfferOf, waitingOf, waitInWords } from './verdict.ts';

describe('the fields', () => {
  test.each([
    ['£190,000', 190_000],
    ['190k', 190_000],
    [' 190 000 ', 190_000],
    ['1000.50', 1000.5],
  ])('%j is read as %d', (text, number) => {
    expect(MAIN_FIELDS[0] && readField(MAIN_FIELDS[0], text)).toEqual({ ok: true, number });
  });

  test.each(['', 'about 100', '-5', '1e5', '999', '20000001', 'NaN', 'Infinity'])('%j is refused', (text) => {
    expect(MAIN_FIELDS[0] && readField(MAIN_FIELDS[0], text)).toMatchObject({ ok: false });
  });

  test.each(['-5', '−5', '£-5', '-£1k', '999'])('the error for %j names the limits', (text) => {
    expect(MAIN_FIELDS[0] && readField(MAIN_FIELDS[0], text)).toEqual({
      ok: false,
      error: 'Write a number from £1,000 to £20,000,000.',
    });
  });

  test.each(['-1', '−0.5'])('the error for monthly costs of %j says that they start at £0', (text) => {
    const costs = FIELDS.find(({ name }) => name === 'monthlyCosts');
    expect(costs && readField(costs, text)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/from £0 to/) as string,
    });
  });

  test.each([
    [100_000, 390],
    [100_001, 510],
    [350_000, 810],
    [500_000, 960],
    [900_000, 1140],
  ])('a Home Report for a home worth £%d costs £%d', (value, price) => {
    expect(homeReportPrice(value)).toBe(price);
  });

  test('no two fields have the same key or name', () => {
    expect(new Set(FIELDS.map(({ key }) => key)).size).toBe(FIELDS.length);
    expect(new Set(FIELDS.map(({ name }) => name)).size).toBe(FIELDS.length);
  });
});

describe('the link', () => {
  test('contains the values that differ from the defaults, and restores them', () => {
    const texts = { ...DEFAULT_TEXTS, value: '£80,000', homeReport: '0' };
    expect(fragmentOf(texts)).toBe('#calculator&v=80000&hr=0');
    expect(textsIn(fragmentOf(texts))).toEqual({ texts: { ...texts, value: '80000' }, refused: [] });
  });

  test('is `#calculator` if all values are defaults', () => {
    expect(fragmentOf(DEFAULT_TEXTS)).toBe('#calculator');
  });

  test.each(['', '#calculator', '#who-protects-you', '#valuation-sent'])(
    '%j is not a link to the calculator’s figures',
    (fragment) => {
      expect(textsIn(fragment)).toBeUndefined();
    },
  );
});

test('a source names the period of its figures in its own words, and the only exact date is that of our next check', () => {
  const html = renderToString(<Sources />);
  expect(html).toContain('about 2018</a><span>. We check again by 20 May 2027.');
  const checks = FIELDS.filter(({ claim }) => claim).length;
  expect(html.match(/\b\d{1,2} [A-Z][a-z]+ 20\d\d/g)).toHaveLength(checks);
});

describe('the verdict', () => {
  test.each([
    [23.9, '23.9 months'],
    [24, 'about 2 years'],
    [30.7, 'about 2.5 years'],
    [34, 'about 3 years'],
  ])('a wait of %d months is "%s"', (months, words) => {
    expect(waitInWords(months)).toBe(words);
  });

  test('has a sentence for each case, with and without a break-even number', () => {
    const inputs = defaultInputs();
    expect(waitingOf({ ...inputs, monthlyCosts: 0 })).toContain('no difference');
    expect(waitingOf(inputs)).toContain('have to take about 5 years before');
    expect(waitingOf({ ...inputs, cashShare: 100 })).toContain('however fast an agent sold');
    expect(equalOfferOf(inputs)).toContain('95.8% of the price');
    expect(equalOfferOf({ ...inputs, agentMonths: 120, monthlyCosts: 5000 })).toContain('Any cash offer');
  });
});

test('the calculator, an offer and the home page have the same lines, in the same words', () => {
  const { cash } = salesOf({ ...defaultInputs(), value: 180_000 });
  const offer = { amount: cash.price, market_value: 180_000, details: NO_DETAILS };
  const results = renderToString(<Results inputs={{ ...defaultInputs(), value: 180_000 }} />);
  const lines = linesInWords(offer);
  expect(lines.map(({ what }) => what)).toEqual([VALUE, MARGIN, PRICE]);
  for (const { what, amount } of lines) expect(results).toContain(`${what}, ${pounds(amount)}`);
  const home = readFileSync(join(import.meta.dirname, '../../content/home.yaml'), 'utf8');
  expect(home).toContain(MARGIN.replace('Our costs', 'our costs'));
});
