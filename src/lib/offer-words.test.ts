import { expect, test } from 'vitest';
import { basisInWords, changeInWords, type ShownOffer } from './offer-words.ts';

const OFFER: ShownOffer = {
  amount: 150_000,
  market_value: 170_000,
  basis: 'home_report',
  status: 'made',
  reason_code: null,
};

test.each<[market_value: number | null, words: string]>([
  [170_000, 'A market value of £170,000, based on the Home Report. We offer £20,000 (11.8%) less.'],
  [140_000, 'A market value of £140,000, based on the Home Report. We offer £10,000 (7.1%) more.'],
  [150_000, 'A market value of £150,000, based on the Home Report. Our offer is the full value.'],
  [null, 'Based on the Home Report.'],
])('with the market value %s, an offer of £150,000 is explained as "%s"', (market_value, words) => {
  expect(basisInWords({ ...OFFER, market_value })).toBe(words);
});

test.each<[changes: Partial<ShownOffer>, former: number | undefined, words: string]>([
  [{}, undefined, 'Our first offer.'],
  [{}, 140_000, 'A new offer.'],
  [
    { status: 'changed', reason_code: 'survey_finding' },
    160_000,
    '£10,000 less than before. The reason: what the survey found.',
  ],
  [
    { status: 'changed', reason_code: 'market' },
    145_000,
    '£5,000 more than before. The reason: prices have changed.',
  ],
  [
    { status: 'changed', reason_code: 'title' },
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
])('an offer of £150,000 with %o after one of £%s is shown as "%s"', (changes, amount, words) => {
  expect(changeInWords({ ...OFFER, ...changes }, amount === undefined ? undefined : { amount })).toBe(words);
});
