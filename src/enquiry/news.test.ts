import { expect, test } from 'vitest';
import { FRIDAY, sampleEnquiry } from '#support/seller/sample-enquiry.ts';
import { newsOf } from './news.ts';
import type { Entry } from './types.ts';

const entry = (id: number, changes: Partial<Entry> = {}): Entry => ({
  id,
  at: FRIDAY,
  from: 'firm',
  kind: 'message',
  name: 'Kirsty',
  body: 'Hello.',
  ...changes,
});
const withEntries = (...conversation: Entry[]) => sampleEnquiry({}, { conversation });

test('the first announcement says where the enquiry stands', () => {
  expect(newsOf(withEntries(entry(1)), undefined)).toBe('We have your enquiry.');
});

test('later announcements say what has changed, and are empty if nothing has', () => {
  const before = withEntries(entry(1));
  expect(newsOf(withEntries(entry(1)), before)).toBe('');
  expect(newsOf(sampleEnquiry({ code: 'working' }), before)).toBe('We are working out your offer.');
  expect(newsOf(withEntries(entry(1), entry(2)), before)).toBe('There is a new message from us.');
});

test.each<[what: string, changes: Partial<Entry>]>([
  ['a message of their own', { from: 'seller', name: null }],
  ['an attempt to ring', { kind: 'attempt', body: null }],
])('%s is not announced', (_what, changes) => {
  expect(newsOf(withEntries(entry(1), entry(2, changes)), withEntries(entry(1)))).toBe('');
});
