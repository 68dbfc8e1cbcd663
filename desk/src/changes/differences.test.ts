import { expect, test } from 'vitest';
import { deskLead } from '#support/desk-leads.ts';
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
});

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
  expect(linesOf({ name: 'log_call', args })).toEqual([
    { what: 'Reached', words: 'on WhatsApp' },
    { what: 'Outcome', words: 'Spoke' },
    { what: 'Note', words: 'Call <b>after</b> six' },
    { what: 'Next', words: 'Call' },
    { what: 'When', words: 'Monday, 23 November 2026 at 18:30' },
  ]);
});

test('lists arguments that remove a value, and names a change that has no arguments to list', () => {
  const rules = { lead_id: 'x', version: 2, do_not_call: false, vulnerable: true, contact_rules: null };
  expect(linesOf({ name: 'set_contact_rules', args: rules })).toEqual([
    { what: 'Contact rules', words: 'none' },
    { what: 'Calls', words: 'may call' },
    { what: 'Vulnerable', words: 'yes' },
  ]);
  const end = { lead_id: 'x', version: 2, until: null, reason: null };
  expect(linesOf({ name: 'hold', args: end })).toEqual([{ what: 'Kept until', words: 'no hold' }]);
  const release = { lead_id: 'x', version: 2 };
  expect(linesOf({ name: 'release', args: release })).toEqual([{ what: 'Change', words: 'the release' }]);
});
