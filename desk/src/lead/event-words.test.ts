import { expect, test } from 'vitest';
import type { LeadEvent } from '../api/types.ts';
import { eventWords } from './event-words.ts';

test.each([
  [148_000, 'Offer of £148,000, £37,000 (20%) below £185,000'],
  [190_000, 'Offer of £190,000, £5,000 (2.7%) above £185,000'],
  [185_000, 'Offer of £185,000, at £185,000'],
])('an offer of £%d for a home with a value of £185,000 is shown as "%s"', (amount, words) => {
  const facts = { amount, market_value: 185_000 };
  expect(eventWords({ kind: 'offered', facts } as Partial<LeadEvent> as LeadEvent)).toBe(words);
});
