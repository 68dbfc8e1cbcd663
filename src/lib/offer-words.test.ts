import { expect, test } from 'vitest';
import { NO_DETAILS, type OfferDetails } from '#server/cases/offer-details.ts';
import { changeInWords, linesInWords, termsInWords, type ShownOffer } from './offer-words.ts';

const OFFER: ShownOffer = {
  amount: 150_000,
  market_value: 170_000,
  basis: 'home_report',
  funds: 'own',
  conditions: null,
  details: NO_DETAILS,
};
const offer = (details: Partial<OfferDetails>): ShownOffer => ({
  ...OFFER,
  details: { ...NO_DETAILS, ...details },
});

test('the lines lead from the market value to the offer, to the pound', () => {
  const lines = linesInWords(
    offer({
      lines: [
        { what: 'Damp', amount: 4_500, source: 'quote' },
        { what: 'Windows', amount: 3_000, source: 'our_estimate' },
      ],
    }),
  );
  expect(lines.map(({ what, amount }) => [what, amount])).toEqual([
    ['Market value', 170_000],
    ['Damp (a quote)', 4_500],
    ['Windows (our estimate)', 3_000],
    ['Our costs of buying, owning and reselling it, and our profit', 12_500],
    ['Our offer', 150_000],
  ]);
});

const CONTEXT = { firm: 'Bothy Ltd. SC123456', today: '2026-11-27' };

test('an offer without details says so in plain words', () => {
  expect(termsInWords(OFFER, CONTEXT)).toEqual([
    ['What may still lower the price', ['Nothing that we know of.']],
    ['What the market value is based on', ['The Home Report.']],
    ['Conditions', ['Only the usual ones: a good title, and concluded missives.']],
    [
      'Who buys',
      [
        'Bothy Ltd. SC123456. Our own cash, and no lender.',
        'Ask us to show your solicitor a recent proof of funds.',
      ],
    ],
    [
      'Who pays what',
      [
        'You pay us nothing. We pay your solicitor’s standard sale fee with VAT. Ask us for the most that we pay, before any work starts.',
      ],
    ],
    ['If either of us withdraws', ['Ask us who then pays your solicitor, before any work starts.']],
  ]);
});

test('every detail is told', () => {
  const full = offer({
    sales: [{ street: 'Shore Place, Leith', month: '2026-05', price: 172_000, type: 'two-bedroom flat' }],
    report: { firm: 'Surveyors Ltd', day: '2026-10-01' },
    buyer: 'Croft Homes Ltd, SC654321',
    funds_proved_on: '2026-11-01',
    solicitor_cap: 1_200,
    outlays: [
      { what: 'Searches', payer: 'us' },
      { what: 'Discharge of your mortgage', payer: 'seller' },
    ],
    if_ends: 'Each side bears its own costs.',
    entry: '15 January 2027',
    open_points: [{ what: 'Damp survey', until: '2026-12-04' }],
  });
  expect(Object.fromEntries(termsInWords(full, CONTEXT))).toEqual({
    'What the market value is based on': [
      'The Home Report: Surveyors Ltd, 1 October 2026.',
      'Shore Place, Leith, May 2026: two-bedroom flat, £172,000',
    ],
    'What may still lower the price': ['Damp survey, until 4 December 2026'],
    Conditions: ['Only the usual ones: a good title, and concluded missives.'],
    'Who buys': [
      'Croft Homes Ltd, SC654321. Our own cash, and no lender.',
      'The proof of funds is dated 1 November 2026.',
    ],
    'Who pays what': [
      'You pay us nothing. We pay your solicitor’s standard sale fee, up to £1,200 with VAT.',
      'Searches: we pay',
      'Discharge of your mortgage: you pay',
    ],
    'If either of us withdraws': ['Each side bears its own costs.'],
    'Date of entry': ['15 January 2027'],
  });
});

test.each([
  [{ report: { firm: 'Surveyors Ltd', day: '2026-08-01' } }, 'It is more than 12 weeks old.'],
  [{ funds_proved_on: '2026-08-01' }, 'It is more than three months old: ask us for a new one.'],
])('an old paper is said to be old: %j', (details, words) => {
  expect(JSON.stringify(termsInWords(offer(details), CONTEXT))).toContain(words);
});

const POINTS = [{ what: 'Damp survey', until: '2026-07-04' }];
const ROW = {
  amount: 150_000,
  market_value: 185_000,
  status: 'changed',
  reason_code: null,
  open_point: null,
  at: '2026-07-01',
  details: { open_points: [] as typeof POINTS },
} as const;

test.each<[changes: Partial<Parameters<typeof changeInWords>[0]>, former: number | undefined, words: string]>(
  [
    [{ status: 'made' }, undefined, 'Our first offer.'],
    [{ status: 'made' }, 150_000, 'A new offer.'],
    [
      { status: 'made' },
      160_000,
      'A new offer. £10,000 less than before. This was not on the list of what could still change.',
    ],
    [
      { reason_code: 'survey_finding', open_point: 0 },
      160_000,
      '£10,000 less than before. The reason: what the survey found. “Damp survey” was on the list of what could still change.',
    ],
    [
      { reason_code: 'survey_finding', open_point: 0, at: '2026-07-04T23:30:00Z' },
      160_000,
      '£10,000 less than before. The reason: what the survey found. This came too late: the last day for “Damp survey” was 4 July 2026.',
    ],
    [
      { details: { open_points: [{ what: 'Damp survey', until: '2026-07-05' }] } },
      150_000,
      'The price is the same. Other terms have changed. The list of what may still lower the price is longer now.',
    ],
    [{ details: { open_points: POINTS } }, 145_000, '£5,000 more than before.'],
    [
      { reason_code: 'market' },
      160_000,
      '£10,000 less than before. The reason: prices have changed. This was not on the list of what could still change.',
    ],
    [{ reason_code: 'market' }, 145_000, '£5,000 more than before. The reason: prices have changed.'],
    [
      { market_value: 180_000 },
      150_000,
      'The price is the same. We now take £180,000 as the market value, and not £185,000.',
    ],
    [
      { reason_code: 'title' },
      150_000,
      'The price is the same. Other terms have changed. The reason: a question about the title to the home.',
    ],
    [
      { status: 'withdrawn', reason_code: 'ours' },
      150_000,
      'We withdrew it. The reason: one of our own, which we will give you in writing.',
    ],
    [{ status: 'accepted', reason_code: 'seller_accepted' }, 150_000, 'You accepted it in principle.'],
    [{ status: 'declined', reason_code: 'seller_declined' }, 150_000, 'You said no to it.'],
  ],
)('an offer of £150,000 with %o after one of £%s is shown as "%s"', (changes, amount, words) => {
  const former =
    amount === undefined ? undefined : { amount, market_value: 185_000, details: { open_points: POINTS } };
  expect(changeInWords({ ...ROW, ...changes }, former)).toBe(words);
});
