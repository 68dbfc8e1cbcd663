import { describe, expect, test } from 'vitest';
import { FRIDAY, SAMPLE_OFFER, sampleEnquiry } from '#support/seller/sample-enquiry.ts';
import type { Enquiry, Entry, State } from './types.ts';
import { entryInWords, sentInWords, standingOf, visitOf } from './words.ts';

const MONDAY = { from: '2026-11-30T14:00:00Z', to: '2026-11-30T16:00:00Z' };
const OFFERED = { offers: [SAMPLE_OFFER] };
const OFFER = { code: 'offer', until: '2026-12-10' } as const;
const answered = (answer: 'go_ahead' | 'decline') => ({
  ...OFFERED,
  answer: { at: '2026-11-26T09:00:00Z', answer, offer_number: 1 },
});

describe('where things stand', () => {
  test.each<[state: Partial<State>, sentence: string, next?: string | undefined, changes?: Partial<Enquiry>]>(
    [
      [{ code: 'received' }, 'We have your enquiry.', 'Someone here will read it and get in touch.'],
      [
        { code: 'received', next_by: '2026-11-27T17:00:00Z' },
        'We have your enquiry.',
        'You will hear from us by 17:00 today.',
      ],
      [
        { code: 'received', next_by: '2026-11-26T17:00:00Z' },
        'We have your enquiry.',
        'We promised that you would hear from us by 17:00 yesterday. We are late, and we are sorry. Please ring us if it cannot wait.',
      ],
      [
        { code: 'tried', how: 'call', at: '2026-11-27T09:20:00Z', next_by: '2026-11-30T12:00:00Z' },
        'We tried to ring you today at 09:20 and could not reach you.',
        'You will hear from us by 12:00 on Monday.',
      ],
      [
        { code: 'tried', how: 'email', at: FRIDAY, next_by: '2026-11-30T12:00:00Z', is_next_at: true },
        'We sent you an email today at 10:00.',
        'You will hear from us on Monday at 12:00.',
      ],
      [
        { code: 'tried', how: 'whatsapp', at: '2026-11-23T09:20:00Z' },
        'We sent you a message on WhatsApp on Monday at 09:20.',
        'You can ask for a time that suits you below.',
      ],
      [
        { code: 'tried', how: 'email', at: '2026-11-20T09:20:00Z' },
        'We sent you an email on Friday 20 November at 09:20.',
        'You can ask for a time that suits you below.',
      ],
      [{ code: 'call_planned', call: MONDAY }, 'We will ring you on Monday between 14:00 and 16:00.'],
      [
        { code: 'call_planned', call: { from: null, to: '2026-11-27T17:00:00Z' } },
        'We will ring you as soon as we can, by 17:00 today at the latest.',
      ],
      [
        { code: 'call_planned', call: { from: '2026-11-26T14:00:00Z', to: '2026-11-26T16:00:00Z' } },
        'We said that we would ring you yesterday between 14:00 and 16:00.',
        'If we did not, we are sorry. Please ring us, or ask for another time below.',
      ],
      [
        { code: 'working', next_by: '2026-12-07T12:00:00Z' },
        'We are working out your offer.',
        'You will hear from us by 12:00 on Monday 7 December.',
      ],
      [
        OFFER,
        'Our offer of £155,000 is open until 10 December 2026.',
        'Please answer by then. There is no need to answer sooner.',
        OFFERED,
      ],
      [
        OFFER,
        'You told us yesterday that you would like to go ahead with our offer of £155,000.',
        'Nothing binds you or us until missives are concluded.',
        answered('go_ahead'),
      ],
      [
        OFFER,
        'You told us yesterday that you do not want our offer of £155,000.',
        'You can change your answer while the offer is open.',
        answered('decline'),
      ],
      [
        { code: 'offer_over', until: '2026-11-26', reason: 'expired' },
        'Our offer of £155,000 ended on 26 November 2026.',
        'If you would like a new one, write to us below.',
        OFFERED,
      ],
      [
        { code: 'offer_over', reason: 'declined' },
        'You said no to our offer of £155,000.',
        'If you change your mind, write to us below.',
        OFFERED,
      ],
      [
        { code: 'offer_over', reason: 'withdrawn' },
        'We have withdrawn our offer of £155,000.',
        'The reason is below, with the offer.',
        OFFERED,
      ],
      [
        { code: 'accepted', next_by: '2026-11-30T12:00:00Z' },
        'You have accepted our offer of £155,000 in principle.',
        'Nothing binds you or us until missives are concluded. You will hear from us by 12:00 on Monday.',
        OFFERED,
      ],
      [
        { code: 'solicitors' },
        'Your solicitor and ours are working on the sale.',
        'Nothing binds you or us until missives are concluded.',
      ],
      [
        { code: 'missives' },
        'Missives are concluded: the sale now binds you and us.',
        'Your solicitor knows the date of entry and what is left to do.',
      ],
      [{ code: 'settled', next_by: '2026-11-30T12:00:00Z' }, 'The sale is complete.'],
      [{ code: 'closed', reason: 'bought' }, 'The sale is complete.'],
      [
        { code: 'closed', reason: 'no_reply' },
        'We could not reach you, so we have closed your enquiry.',
        'If you still want to sell, write to us below and we will open it again.',
      ],
      [
        { code: 'closed', reason: 'not_ours' },
        'We cannot buy this home, so we have closed your enquiry.',
        'If we have not told you why, ask us below.',
      ],
      [
        { code: 'closed', reason: 'route_out_given' },
        'We think that another way to sell would suit you better, so we have closed your enquiry.',
        'If you see it differently, or want to ask about it, write to us below.',
      ],
      [
        { code: 'closed', reason: 'seller_withdrew' },
        'You asked us to stop, so we have closed your enquiry.',
        'We will not contact you about it again. You can still write to us.',
      ],
      [
        { code: 'closed', reason: 'we_withdrew' },
        'We have decided not to buy, and have closed your enquiry.',
        'If you do not have our reason in writing, ask us for it below.',
      ],
      [
        { code: 'closed', reason: 'duplicate' },
        'We are dealing with this enquiry together with another one that has the same details.',
        'That one has its own page, with our answers.',
      ],
      // Nobody is told that they were taken for spam.
      [{ code: 'closed', reason: 'spam' }, 'Your enquiry is closed.'],
      [{ code: 'closed', reason: null }, 'Your enquiry is closed.'],
    ],
  )('%o: %s', (state, sentence, next, changes) => {
    expect(standingOf(sampleEnquiry(state, changes))).toEqual({ sentence, next });
  });
});

test.each<[at: string, next: RegExp | undefined, visit: string | undefined]>([
  ['2026-11-30T12:00:00Z', undefined, 'We will come to see the property on Monday at 12:00.'],
  ['2026-11-23T12:00:00Z', /^We promised that you would hear from us on Monday/, undefined],
])('a visit at %s is told instead of the promise, until its time has come', (at, next, visit) => {
  const enquiry = sampleEnquiry({ code: 'working', visit: at, next_by: at, is_next_at: true });
  expect(standingOf(enquiry).next).toEqual(next && expect.stringMatching(next));
  expect(visitOf(enquiry)).toBe(visit);
});

const ENTRY: Entry = { id: 1, at: FRIDAY, from: 'firm', kind: 'message', name: 'Kirsty', body: null };

test.each<[entry: Partial<Entry>, words: string]>([
  [{ kind: 'message', body: 'Please ring after six.' }, 'Please ring after six.'],
  [{ kind: 'call_wished', call: { from: null, to: null } }, 'You asked us to ring you as soon as we can.'],
  [{ kind: 'call_wished', call: MONDAY }, 'You asked us to ring you on Monday between 14:00 and 16:00.'],
  [{ kind: 'attempt', how: 'call', outcome: 'no_answer' }, 'We rang you, and nobody answered.'],
  [{ kind: 'attempt', how: 'call', outcome: 'voicemail' }, 'We rang you and left a message.'],
  [
    { kind: 'attempt', how: 'call', outcome: 'wrong_number' },
    'We rang, and the number seems to be wrong. Please correct it above.',
  ],
  [{ kind: 'attempt', how: 'call', outcome: 'do_not_call' }, 'You asked us not to ring.'],
  [{ kind: 'attempt', how: 'whatsapp', outcome: 'message_sent' }, 'We sent you a message on WhatsApp.'],
  [{ kind: 'attempt', how: 'email', outcome: 'message_sent' }, 'We sent you an email.'],
  [{ kind: 'spoke', how: 'call', outcome: 'spoke' }, 'We spoke on the phone.'],
  [{ kind: 'answered_offer', answer: 'decline' }, 'You told us that you do not want our offer.'],
  [
    { kind: 'answered_offer', answer: 'go_ahead', body: 'A Solicitor, 0131 496 0555' },
    'You told us that you would like to go ahead with our offer. Your solicitor: A Solicitor, 0131 496 0555.',
  ],
  [{ kind: 'contact_corrected' }, 'You corrected your phone number or email address.'],
  [{ kind: 'stopped' }, 'You asked us to stop.'],
  [{ kind: 'mailed' }, 'We sent you an email about your enquiry.'],
])('an entry of the conversation, %o, is: %s', (entry, words) => {
  expect(entryInWords({ ...ENTRY, ...entry }, FRIDAY)).toBe(words);
});

test('the answers are listed as they were sent, without those that were not asked for or are not shown', () => {
  expect(sentInWords(sampleEnquiry())).toEqual([
    ['Property', '3/2, 14 Great Junction Street, EH6\u00a06QQ'],
    ['Type', 'Flat, 1 bedroom, poor condition'],
    ['Name', "Mairi O'Hara-Smith"],
    ['Email', 'mairi.ohara@example.com'],
    ['Phone', '0131 496 0123'],
  ]);
  const nothing = {
    postcode: null,
    address: null,
    property_type: null,
    bedrooms: null,
    property_condition: null,
  };
  expect(sentInWords(sampleEnquiry({}, { sent: { ...nothing, message: 'Any fees?' } }))).toEqual([
    ['Message', 'Any fees?'],
  ]);
});
