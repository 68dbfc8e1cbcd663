import { expect, test } from 'vitest';
import { deskEvent, deskLead } from '#support/desk/desk-leads.ts';
import { stepAfterMerge } from './merge-words.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const VISIT = { next_action: 'visit', next_at: '2026-11-21T10:00:00Z' } as const;
const WRITE = { next_action: 'write', next_at: '2026-11-20T15:00:00Z' } as const;
const after = (own: Parameters<typeof deskLead>[0], others: Parameters<typeof deskLead>[0]) =>
  stepAfterMerge(deskLead(own), deskLead(others), NOW);

test('the other lead takes over the next step if it has none, and staff are told what is lost if it has one', () => {
  expect(after({}, WRITE)).toBeNull();
  expect(after(VISIT, {})).toBe(
    'The other lead has no next step, so it takes over the one of this lead: visit the property, tomorrow 10:00.',
  );
  expect(after(WRITE, VISIT)).toBe(
    'The other lead keeps its own next step: visit the property, tomorrow 10:00. The one of this lead is lost: write, today 15:00. If it still matters, plan it on the other lead afterwards.',
  );
  const facts = { starts_at: '2026-11-20T14:00:00Z', ends_at: '2026-11-20T16:00:00Z' };
  expect(after({ ...VISIT, events: [deskEvent('call_wished', { facts })] }, WRITE)).toContain(
    'lost: visit the property, tomorrow 10:00, and the call that the seller asked for. If the seller has it in their calendar, they get an email that it is cancelled.',
  );
});
