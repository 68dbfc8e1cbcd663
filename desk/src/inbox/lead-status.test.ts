import { expect, test } from 'vitest';
import { deskCard } from '#support/desk/desk-leads.ts';
import type { Card } from '../api/types.ts';
import { groupsOf, statusOf } from './lead-status.ts';

const NOW = Date.parse('2026-11-23T14:20:00Z');
const CONTACTED = { stage: 'contacted', first_contact_at: '2026-11-21T10:00:00Z' } as const;

const OVERDUE = { promised_by: '2026-11-23T13:40:00Z' };
const DUE = { ...CONTACTED, next_action: 'call', next_at: '2026-11-23T11:20:00Z' } as const;
const PLANNED = { ...CONTACTED, next_action: 'visit', next_at: '2026-11-24T10:00:00Z' } as const;

const CLOSED = { stage: 'closed', close_reason: 'no_reply' } as const;

const WROTE = { kind: 'written', at: '2026-11-23T14:10:00Z', facts: {} } as const;

test.each<[what: string, changes: Partial<Card>, kind: string, words: string]>([
  ['a new lead', {}, 'new', 'promised by today 15:00, 40 minutes left'],
  ['an overdue lead', OVERDUE, 'overdue', 'promised by today 13:40, 40 minutes late'],
  ['a follow-up that is due', DUE, 'due', 'Call since today 11:20, 3 hours late'],
  [
    'a new lead that was called in vain',
    { tried_at: '2026-11-23T11:00:00Z', next_action: 'call', next_at: PLANNED.next_at },
    'planned',
    'Call, tomorrow 10:00; promised by today 15:00, 40 minutes left',
  ],
  [
    'a wait that is over',
    { ...DUE, next_action: 'wait_for_seller' },
    'due',
    'The wait is over. What is next?',
  ],
  ['a planned follow-up', PLANNED, 'planned', 'Visit the property, tomorrow 10:00'],
  ['a lead without a next step', CONTACTED, 'unplanned', ''],
  [
    'a lead whose seller wrote',
    { ...PLANNED, asked_at: WROTE.at, asked: WROTE },
    'asked',
    'wrote to us today 14:10',
  ],
  [
    'a closed lead whose seller wrote',
    { ...CLOSED, asked_at: WROTE.at, asked: WROTE },
    'asked',
    'wrote to us today 14:10',
  ],
  [
    'a new lead whose seller wrote',
    { asked_at: WROTE.at, asked: WROTE },
    'new',
    'promised by today 15:00, 40 minutes left; wrote to us today 14:10',
  ],
  [
    'a complaint, even if the lead is closed',
    { ...CLOSED, complaint_due: '2026-11-25' },
    'complaint',
    'answer due by 25 Nov 2026, 2 days left',
  ],
  [
    'a complaint that is due today',
    { ...CONTACTED, complaint_due: '2026-11-23' },
    'complaint',
    'answer due by 23 Nov 2026, today',
  ],
  [
    'an overdue complaint of somebody whom nobody has called',
    { complaint_due: '2026-11-22' },
    'complaint',
    'answer 1 day overdue, since 22 Nov 2026; promised by today 15:00, 40 minutes left',
  ],
  [
    'a complaint that was closed as spam',
    { ...CLOSED, close_reason: 'spam', complaint_due: '2026-11-25' },
    'closed',
    'Spam',
  ],
  ['a closed lead', CLOSED, 'closed', 'No reply'],
  [
    'a suspect lead, even if it is overdue',
    { ...OVERDUE, is_suspect: true, suspect_reasons: ['trap_filled', 'flood'] },
    'suspect',
    'The sender filled in a field that people cannot see and came in a flood of others.',
  ],
])('shows the status of %s', (_what, changes, kind, words) => {
  expect(statusOf(deskCard(changes), NOW)).toEqual({ kind, words });
});

test('the list "Now" has complaints first, then overdue leads, then new leads, then follow-ups, and no empty group', () => {
  const cards = [
    deskCard({ id: 'new' }),
    deskCard({ id: 'complaint', complaint_due: '2026-11-25' }),
    deskCard({ id: 'due', ...DUE }),
    deskCard({ id: 'late-1', ...OVERDUE }),
    deskCard({ id: 'late-2', ...OVERDUE }),
    deskCard({ id: 'asked', ...PLANNED, asked_at: WROTE.at, asked: WROTE }),
  ];
  expect(groupsOf(cards, NOW).map((group) => [group.name, group.cards.map(({ id }) => id)])).toEqual([
    ['complaint', ['complaint']],
    ['overdue', ['late-1', 'late-2']],
    ['new', ['new']],
    ['due', ['due', 'asked']],
  ]);
});
