import { expect, test } from 'vitest';
import { deskCard, deskLead, deskOffer } from '#support/desk/desk-leads.ts';
import type { Lead } from '../api/types.ts';
import { differences, linesOf } from './differences.ts';

test('lists only the fields that somebody else changed', () => {
  const before = deskLead();
  const after = deskLead({
    version: 3,
    stage: 'closed',
    close_reason: 'no_reply',
    assignee: { id: 'b', name: 'Ben Okafor' },
  });
  expect(differences(before, after)).toEqual([
    { what: 'Stage', words: 'Closed: No reply' },
    { what: 'With', words: 'Ben Okafor' },
  ]);
  // A list does not have the offers.
  expect(differences(deskCard(), deskLead({ offers: [deskOffer()] }))).toEqual([]);
});

test.each<[what: string, changed: Partial<Lead>, words: string, wordsBefore: string]>([
  ['Stage', { stage: 'closed', close_reason: 'no_reply' }, 'Closed: No reply', 'New'],
  ['Stage', { stage: 'contacted' }, 'Contacted', 'New'],
  ['With', { assignee: { id: 'b', name: 'Ben Okafor' } }, 'Ben Okafor', 'nobody'],
  [
    'Next',
    { next_action: 'call', next_at: '2026-11-23T18:30:00Z' },
    'Call, Monday, 23 November 2026 at 18:30',
    'nothing',
  ],
  ['Contact rules', { do_not_call: true }, 'do not call', 'none'],
  ['Contact rules', { vulnerable: true }, 'vulnerable', 'none'],
  ['Contact rules', { vulnerable: true, contact_rules: 'Text first' }, 'vulnerable; Text first', 'none'],
  ['On hold until', { hold_until: '2028-01-31' }, '31 Jan 2028', 'no hold'],
  ['Possible spam', { is_suspect: true }, 'yes', 'no'],
  ['Offer', { offers: [deskOffer({ status: 'accepted' }), deskOffer()] }, '£148,000, accepted', 'none'],
])(
  'lists the field “%s” when it becomes %o, and when it changes back',
  (what, changed, words, wordsBefore) => {
    const [before, after] = [deskLead(), deskLead(changed)];
    expect(differences(before, after)).toEqual([{ what, words }]);
    expect(differences(after, before)).toEqual([{ what, words: wordsBefore }]);
  },
);

test('lists the arguments of a change with labels', () => {
  const args = {
    lead_id: 'x',
    version: 2,
    channel: 'whatsapp',
    outcome: 'spoke',
    body: 'Call <b>after</b> six',
    next_action: 'call',
    next_at: '2026-11-23T18:30:00Z',
    close_reason: null,
  } as const;
  expect(linesOf({ words: '', name: 'log_call', args })).toEqual([
    { what: 'Reached', words: 'on WhatsApp' },
    { what: 'Outcome', words: 'Spoke' },
    { what: 'Note', words: 'Call <b>after</b> six' },
    { what: 'Next', words: 'Call' },
    { what: 'When', words: 'Monday, 23 November 2026 at 18:30' },
  ]);
  const closing = { ...args, next_action: null, next_at: null, close_reason: 'no_reply' } as const;
  expect(linesOf({ words: '', name: 'log_call', args: closing }).at(-1)).toEqual({
    what: 'Close',
    words: 'No reply',
  });
});

test('lists all arguments of a changed offer, of a new stage and of a hold', () => {
  const next = { next_action: null, next_at: null };
  const terms = { amount: 140_000, market_value: 185_000, basis: 'home_report', funds: 'own' } as const;
  const offer = {
    ...{ lead_id: 'x', version: 2, offer_id: 'o', ...terms, ...next },
    ...{ status: 'changed', conditions: '', valid_until: '2026-12-20', reason_code: 'title' },
    evidence: 'A missing deed',
  } as const;
  expect(linesOf({ words: '', name: 'change_offer', args: offer })).toEqual([
    { what: 'Offer', words: 'Changed' },
    { what: 'Amount', words: '£140,000' },
    { what: 'Market value', words: '£185,000' },
    { what: 'Basis', words: 'Home Report' },
    { what: 'Funds', words: 'Our own cash' },
    { what: 'Conditions', words: 'none' },
    { what: 'Open until', words: '20 Dec 2026' },
    { what: 'Reason', words: 'Title' },
    { what: 'Evidence', words: 'A missing deed' },
  ]);
  const stage = { lead_id: 'x', version: 2, stage: 'closed', reason: 'no_reply', ...next } as const;
  expect(linesOf({ words: '', name: 'set_stage', args: stage })).toEqual([
    { what: 'Stage', words: 'Closed' },
    { what: 'Reason', words: 'No reply' },
  ]);
  const hold = { lead_id: 'x', version: 2, until: '2028-01-31', reason: 'A complaint' };
  expect(linesOf({ words: '', name: 'hold', args: hold })).toEqual([
    { what: 'Reason', words: 'A complaint' },
    { what: 'On hold until', words: '31 Jan 2028' },
  ]);
});

test('lists a message to the seller, and a mail to them, by name', () => {
  expect(linesOf({ words: '', name: 'reply', args: { lead_id: 'x', body: 'We ring at six.' } })).toEqual([
    { what: 'Message', words: 'We ring at six.' },
  ]);
  expect(linesOf({ words: '', name: 'mail_seller', args: { lead_id: 'x', mail: 'offer' } })).toEqual([
    { what: 'Email', words: 'Our offer is on your page' },
  ]);
  expect(
    linesOf({ words: 'the seller’s link', name: 'make_link', args: { lead_id: 'x', key_hash: 'f00d' } }),
  ).toEqual([{ what: 'Change', words: 'the seller’s link' }]);
});

test('lists arguments that remove a value, and names a change that has no arguments to list', () => {
  const rules = { lead_id: 'x', version: 2, do_not_call: false, vulnerable: true, contact_rules: null };
  expect(linesOf({ words: '', name: 'set_contact_rules', args: rules })).toEqual([
    { what: 'Contact rules', words: 'none' },
    { what: 'Calls', words: 'may call' },
    { what: 'Vulnerable', words: 'yes' },
  ]);
  const others = { ...rules, do_not_call: true, vulnerable: false, contact_rules: 'Text first' };
  expect(linesOf({ words: '', name: 'set_contact_rules', args: others }).map(({ words }) => words)).toEqual([
    'Text first',
    'do not call',
    'no',
  ]);
  const end = { lead_id: 'x', version: 2, until: null, reason: null };
  expect(linesOf({ words: '', name: 'hold', args: end })).toEqual([
    { what: 'On hold until', words: 'no hold' },
  ]);
  const release = { lead_id: 'x', version: 2 };
  expect(linesOf({ words: 'putting the lead back', name: 'release', args: release })).toEqual([
    { what: 'Change', words: 'putting the lead back' },
  ]);
});
