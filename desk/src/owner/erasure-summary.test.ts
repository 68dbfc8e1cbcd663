import { expect, test } from 'vitest';
import type { LeadEvent, Offer } from '../api/types.ts';
import { isHeld, erasureSummary } from './erasure-summary.ts';

const event = (text: string | null) => ({ text }) as LeadEvent;

test.each([
  [null, false],
  ['2026-11-21', false],
  ['2026-11-22', true],
  ['2032-11-20', true],
])('on 22 November 2026, a lead with `hold_until` %s is on hold: %s', (until, held) => {
  expect(isHeld({ hold_until: until }, '2026-11-22')).toBe(held);
});

test('lists what an erasure deletes, with counts', () => {
  expect(
    erasureSummary([
      { events: [event(null), event('Called back')], offers: [{} as Offer, {} as Offer] },
      { events: [event('Her daughter rang')], offers: [] },
    ]),
  ).toEqual([
    '2 enquiries, with name, number, address and message',
    '2 notes',
    '2 offers, with conditions and evidence',
    expect.stringMatching(/email files/),
  ]);
  expect(erasureSummary([{ events: [event(null)], offers: [] }])).toHaveLength(2);
});
