import { beforeAll, expect, test } from 'vitest';
import { connectDesk } from '#support/desk/connect-desk.ts';
import { deskLead } from '#support/desk/desk-leads.ts';
import type { Outcome } from '../api/types.ts';
import { OUTCOME_WORDS } from '../ui/words.ts';
import { nextStepsAfter, withoutDone } from './next-steps.ts';

beforeAll(() => connectDesk());

const NOW = Date.parse('2026-11-23T10:05:00Z');
const OUTCOMES = Object.keys(OUTCOME_WORDS) as Outcome[];

test.each(OUTCOMES)('after "%s", each suggestion plans a next step or closes the case', (outcome) => {
  const steps = nextStepsAfter(outcome, deskLead(), NOW);
  expect(steps.length).toBeGreaterThan(1);
  for (const { next_action, next_at, close_reason } of steps) {
    expect((next_action !== null && next_at !== null) !== (close_reason !== null)).toBe(true);
    if (next_at !== null) expect(Date.parse(next_at)).toBeGreaterThan(NOW);
  }
});

test('if a call was not answered, the first suggestion is to call again today', () => {
  expect(nextStepsAfter('no_answer', deskLead(), NOW)[0]).toEqual({
    words: 'Call again, today 12:15',
    next_action: 'call',
    next_at: '2026-11-23T12:15:00.000Z',
    close_reason: null,
  });
});

test('in the evening, no step is suggested twice', () => {
  const words = nextStepsAfter('no_answer', deskLead(), Date.parse('2026-11-23T21:00:00Z')).map(
    (step) => step.words,
  );
  expect(words).toEqual(['Call again, tomorrow 10:00', 'Write, tomorrow 10:00', 'Close: no reply']);
});

test('if the planned next step is in the future, the first suggestion is to keep it', () => {
  const planned = deskLead({ next_action: 'visit', next_at: '2026-11-24T10:00:00Z' });
  expect(nextStepsAfter('spoke', planned, NOW)[0]).toMatchObject({
    words: 'Leave it as planned: visit the property, tomorrow 10:00',
    next_action: null,
  });
  const past = deskLead({ next_action: 'visit', next_at: '2026-11-23T10:00:00Z' });
  expect(nextStepsAfter('spoke', past, NOW)[0]?.next_action).toBe('value');
});

test('a planned call is removed once a call was made, but a planned visit is kept', () => {
  const planned = deskLead({ next_action: 'call', next_at: '2026-11-24T10:00:00Z' });
  expect(withoutDone(planned, 'call')).toMatchObject({ next_action: null, next_at: null });
  const visit = deskLead({ next_action: 'visit', next_at: '2026-11-24T10:00:00Z' });
  expect(withoutDone(visit, 'call', 'write')).toBe(visit);
});
