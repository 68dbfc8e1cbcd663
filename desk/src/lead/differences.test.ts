import { expect, test } from 'vitest';
import { deskLead } from '#support/desk-leads.ts';
import { differences, linesOf } from './differences.ts';

test('a conflict shows what the other changed, and nothing else', () => {
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

test('a conflict shows what was typed, in words', () => {
  const sent = {
    lead_id: 'x',
    version: 2,
    outcome: 'spoke',
    body: 'Call <b>after</b> six',
    next_action: 'call',
    next_at: '2026-11-23T18:30:00Z',
    close_reason: null,
  };
  expect(linesOf(sent)).toEqual([
    { what: 'Outcome', words: 'Spoke' },
    { what: 'Note', words: 'Call <b>after</b> six' },
    { what: 'Next', words: 'Call' },
    { what: 'When', words: 'Monday, 23 November 2026 at 18:30' },
  ]);
});
