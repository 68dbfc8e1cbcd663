import { expect, test } from 'vitest';
import { EVENTS } from '#server/database/codes.ts';
import type { EventKind, LeadEvent } from '../api/types.ts';
import { eventWords, typedLines } from './event-words.ts';

test.each([
  [148_000, 'Offer of £148,000, £37,000 (20%) below £185,000'],
  [190_000, 'Offer of £190,000, £5,000 (2.7%) above £185,000'],
  [185_000, 'Offer of £185,000, at £185,000'],
])('an offer of £%d for a home with a value of £185,000 is shown as "%s"', (amount, words) => {
  const facts = { amount, market_value: 185_000 };
  expect(eventWords({ kind: 'offered', facts } as Partial<LeadEvent> as LeadEvent)).toBe(words);
});

test.each<[kind: EventKind, facts: LeadEvent['facts'], words: string]>([
  ['offer_answered', { answer: 'go_ahead' }, 'Would like to go ahead with our offer'],
  ['offer_answered', { answer: 'decline' }, 'Does not want our offer'],
  ['offer_changed', { status: 'accepted', reason_code: 'seller_accepted' }, 'Offer accepted'],
  ['links_ended', { links: 2 }, 'Links to the seller’s page ended: 2'],
  ['dated', { what: 'offer', sequence: 0 }, 'For the seller’s calendar: last day of the offer added'],
  ['dated', { what: 'visit', sequence: 1 }, 'For the seller’s calendar: visit changed'],
  [
    'dated',
    { what: 'call', sequence: 1, is_cancelled: true, is_carried: true },
    'For the seller’s calendar: call goes on with the other lead',
  ],
  ['seller_mailed', { mail: 'tried' }, 'Email to the seller: we tried to reach you'],
  ['seller_mailed', { mail: 'offer' }, 'Email to the seller: our offer is on your page'],
])('an event %s with %o is shown as "%s"', (kind, facts, words) => {
  expect(eventWords({ kind, facts } as Partial<LeadEvent> as LeadEvent)).toBe(words);
});

test('every kind of event has words', () => {
  const facts = { outcome: 'spoke', channel: 'phone', to: 'contacted', answer: 'decline' };
  for (const kind of Object.keys(EVENTS)) {
    expect(eventWords({ kind, facts } as Partial<LeadEvent> as LeadEvent), kind).toMatch(/^[A-Z]/);
  }
});

test('what was typed besides a message is shown with its label', () => {
  const texts = {
    solicitor: 'Fern & Co, 0131 496 0999',
    visitor: 'Morag, in a green van',
    former_phone: '07700 900123',
    former_email: 'a@b.example',
  };
  expect(typedLines({ texts, facts: {} } as Partial<LeadEvent> as LeadEvent)).toEqual([
    'Solicitor: Fern & Co, 0131 496 0999',
    'Who comes: Morag, in a green van',
    'Phone before: 07700 900123',
    'Email before: a@b.example',
  ]);
});
