import { expect, test } from 'vitest';
import { recordInWords } from './record-words.ts';

const FULL = {
  ...{ day: '2026-11-30', offers: 214, lowered: 18, lowered_by: 2_500, withdrawn: 6 },
  ...{ sold: 41, sold_at_first: 37, days: 52 },
};
const TOO_FEW = {
  lowered: null,
  lowered_by: null,
  withdrawn: null,
  sold: null,
  sold_at_first: null,
  days: null,
};

test.each([
  [
    FULL,
    'of 214 first offers in the year to 30 November 2026, we lowered 18 later, by a median of £2,500, and withdrew 6. We completed 41 purchases then: 37 at our first offer or more, half within 52 days of the enquiry.',
  ],
  [
    { ...FULL, lowered: 3, lowered_by: null, sold: 1, sold_at_first: null, days: null },
    'of 214 first offers in the year to 30 November 2026, we lowered 3 later, and withdrew 6. We completed 1 purchase then, too few to say more.',
  ],
  [
    { ...TOO_FEW, day: '2027-03-01', offers: 1 },
    '1 first offer in the year to 1 March 2027, too few to say how often the price fell later.',
  ],
  [
    { ...TOO_FEW, day: '2027-03-01', offers: 0 },
    'no first offers in the year to 1 March 2027, too few to say how often the price fell later.',
  ],
])('the record is told whole, or that it is too small: %#', (record, words) => {
  expect(recordInWords(record)).toBe(words);
});
