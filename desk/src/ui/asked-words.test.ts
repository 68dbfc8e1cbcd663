import { expect, test } from 'vitest';
import type { Asked } from '../api/types.ts';
import { askedInWords } from './asked-words.ts';

const NOW = Date.parse('2026-11-23T14:20:00Z');
const AT = '2026-11-23T14:10:00Z';
const OWN = { duplicate_of: null, question_at: null };
const window = { starts_at: '2026-11-24T14:00:00Z', ends_at: '2026-11-24T16:00:00Z' };

test.each<[kind: Asked['kind'], facts: Asked['facts'], words: string]>([
  ['written', {}, 'wrote to us today 14:10'],
  ['written', { by: 'mail', sender: 'seller' }, 'emailed us today 14:10'],
  ['written', { by: 'mail', sender: 'other_address' }, 'may have emailed us today 14:10'],
  [
    'mail_returned',
    { reason: 'no_such_address' },
    'did not get our email, because there is no such address: ring, or ask for another address, today 14:10',
  ],
  ['call_wished', window, 'asked for a call, tomorrow 14:00 to 16:00'],
  ['call_wished', { ...window, starts_at: null }, 'asked for a call, as soon as we can'],
  ['offer_answered', { answer: 'go_ahead' }, 'would like to go ahead with our offer, today 14:10'],
  ['offer_answered', { answer: 'decline' }, 'does not want our offer, today 14:10'],
  ['seller_stopped', {}, 'asked us to stop everything, today 14:10'],
  ['given_back', { to: 'new' }, 'was merged into a lead that was deleted, today 14:10'],
  ['seller_erased', {}, 'deleted an enquiry that was merged into this one, today 14:10'],
  ['contact_corrected', {}, 'corrected their contact details, today 14:10'],
])('a seller’s event %s with %o is shown as "%s"', (kind, facts, words) => {
  expect(askedInWords({ ...OWN, asked_at: AT, asked: { kind, at: AT, facts } }, NOW)).toBe(words);
});

test('after a merge, the words say only since when the seller waits; if nothing waits, there are none', () => {
  expect(askedInWords({ ...OWN, asked_at: AT, asked: null }, NOW)).toBe(
    'has waited for an answer since today 14:10',
  );
  expect(askedInWords({ ...OWN, asked_at: null, asked: null }, NOW)).toBeUndefined();
});

test('a message that waits too is named beside a call that was asked for later', () => {
  const asked = { kind: 'call_wished', at: AT, facts: { starts_at: null, ends_at: AT } } as const;
  expect(askedInWords({ ...OWN, asked_at: AT, question_at: '2026-11-23T13:50:00Z', asked }, NOW)).toBe(
    'asked for a call, as soon as we can, and wrote to us today 13:50',
  );
});

test('the words say that the enquiry was merged into another one', () => {
  const asked = { kind: 'seller_stopped', at: AT, facts: {} } as const;
  expect(askedInWords({ ...OWN, duplicate_of: 'another', asked_at: AT, asked }, NOW)).toBe(
    'asked us to stop everything, today 14:10 (from an enquiry that was merged into another one)',
  );
});
