import { WAITS } from '#server/database/codes.ts';
import type { Card } from '../api/types.ts';
import { durationInWords, promiseInWords } from '../lib/durations.ts';
import { timeInWords } from '../lib/london.ts';
import { complaintDueInWords } from '../ui/complaint-words.ts';
import { askedInWords } from '../ui/asked-words.ts';
import { CLOSE_WORDS, NEXT_WORDS, suspicion } from '../ui/words.ts';

export type StatusKind =
  'complaint' | 'overdue' | 'new' | 'due' | 'planned' | 'unplanned' | 'closed' | 'suspect' | 'asked';

/** A lead's status, and its details in words, such as the time of the next step. */
export type LeadStatus = { kind: StatusKind; words: string };

export const KIND_WORDS: Record<StatusKind, string> = {
  complaint: 'Complaint',
  overdue: 'Overdue',
  new: 'New',
  due: 'Due',
  asked: 'Reply due',
  planned: 'Planned',
  unplanned: 'No next step',
  closed: 'Closed',
  suspect: 'Possible spam',
};

/** Whether nobody has tried to reach the seller yet. */
const waitsForCall = ({ first_contact_at, tried_at, stage }: Card) =>
  first_contact_at === null && tried_at === null && stage !== 'closed';

function kindOf(card: Card, nowMs: number): StatusKind {
  const isClosed = card.stage === 'closed';
  if (card.complaint_due !== null && card.close_reason !== 'spam') return 'complaint';
  if (card.is_suspect && !isClosed) return 'suspect';
  if (waitsForCall(card)) {
    return Date.parse(card.promised_by) < nowMs ? 'overdue' : 'new';
  }
  if (card.asked_at !== null) return 'asked';
  if (isClosed) return 'closed';
  if (card.next_action === null || card.next_at === null) return 'unplanned';
  return Date.parse(card.next_at) > nowMs ? 'planned' : 'due';
}

function wordsOf(kind: StatusKind, card: Card, nowMs: number): string {
  const asked = askedInWords(card, nowMs);
  const action = NEXT_WORDS[card.next_action ?? 'other'];
  const nextMs = Date.parse(card.next_at ?? '');
  const promise = card.first_contact_at === null ? `; ${promiseInWords(card.promised_by, nowMs)}` : '';
  switch (kind) {
    case 'complaint':
      return [
        `answer ${complaintDueInWords(card.complaint_due ?? '', nowMs)}`,
        waitsForCall(card) ? promiseInWords(card.promised_by, nowMs) : '',
        asked,
      ]
        .filter(Boolean)
        .join('; ');
    case 'suspect':
      return suspicion(card.suspect_reasons);
    case 'overdue':
    case 'new':
      return [promiseInWords(card.promised_by, nowMs), asked].filter(Boolean).join('; ');
    case 'asked':
      return asked ?? '';
    case 'closed':
      return card.close_reason ? CLOSE_WORDS[card.close_reason] : '';
    case 'unplanned':
      return '';
    case 'planned':
      return `${action}, ${timeInWords(nextMs, nowMs)}${promise}`;
    case 'due':
      if (card.next_action && WAITS.includes(card.next_action)) return 'The wait is over. What is next?';
      return `${action} since ${timeInWords(nextMs, nowMs)}, ${durationInWords(nextMs - nowMs)} late${promise}`;
  }
}

export function statusOf(card: Card, nowMs: number): LeadStatus {
  const kind = kindOf(card, nowMs);
  return { kind, words: wordsOf(kind, card, nowMs) };
}

const GROUPS = ['complaint', 'overdue', 'new', 'due', 'later'] as const;
export type GroupName = (typeof GROUPS)[number];
export type Group = { name: GroupName; cards: Card[] };

export const GROUP_WORDS: Record<GroupName, string> = {
  complaint: 'Complaints to answer',
  overdue: 'Promises overdue',
  new: 'New',
  due: 'Replies and follow-ups due',
  later: 'Done or coming up',
};

const groupOf = (card: Card, nowMs: number): GroupName => {
  const kind = kindOf(card, nowMs);
  if (kind === 'asked') return 'due';
  return GROUPS.find((name) => name === kind) ?? 'later';
};

/** Groups the list "Now" by status, without empty groups. Within a group, leads keep the server's order. */
export function groupsOf(cards: readonly Card[], nowMs: number): Group[] {
  return GROUPS.map((name) => ({
    name,
    cards: cards.filter((card) => groupOf(card, nowMs) === name),
  })).filter((group) => group.cards.length > 0);
}
