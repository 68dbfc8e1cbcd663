import type { Card } from '../api/types.ts';
import { durationInWords, promiseInWords } from '../lib/durations.ts';
import { timeInWords } from '../lib/london.ts';
import { askedInWords } from '../ui/asked-words.ts';
import { CLOSE_WORDS, NEXT_WORDS, suspicion } from '../ui/words.ts';

export type StatusKind = 'overdue' | 'new' | 'due' | 'planned' | 'unplanned' | 'closed' | 'suspect' | 'asked';

/** A lead's status, and its details in words, such as the time of the next step. */
export type LeadStatus = { kind: StatusKind; words: string };

export const KIND_WORDS: Record<StatusKind, string> = {
  overdue: 'Overdue',
  new: 'New',
  due: 'Due',
  asked: 'Reply due',
  planned: 'Planned',
  unplanned: 'No next step',
  closed: 'Closed',
  suspect: 'Suspect',
};

export function statusOf(card: Card, nowMs: number): LeadStatus {
  const isClosed = card.stage === 'closed';
  const asked = askedInWords(card, nowMs);
  if (card.is_suspect && !isClosed) return { kind: 'suspect', words: suspicion(card.suspect_reasons) };
  if (card.first_contact_at === null && !isClosed) {
    const kind = Date.parse(card.promised_by) < nowMs ? 'overdue' : 'new';
    const promise = promiseInWords(card.promised_by, nowMs);
    return { kind, words: asked === undefined ? promise : `${promise}; ${asked}` };
  }
  if (asked !== undefined) return { kind: 'asked', words: asked };
  if (isClosed) return { kind: 'closed', words: card.close_reason ? CLOSE_WORDS[card.close_reason] : '' };
  if (card.next_action === null || card.next_at === null) return { kind: 'unplanned', words: '' };
  const action = NEXT_WORDS[card.next_action];
  const wait = Date.parse(card.next_at) - nowMs;
  const at = timeInWords(card.next_at, nowMs);
  if (wait > 0) return { kind: 'planned', words: `${action}, ${at}` };
  return { kind: 'due', words: `${action} since ${at}, ${durationInWords(wait)} late` };
}

const GROUPS = ['overdue', 'new', 'due', 'later'] as const;
export type GroupName = (typeof GROUPS)[number];
export type Group = { name: GroupName; cards: Card[] };

export const GROUP_WORDS: Record<GroupName, string> = {
  overdue: 'Promises overdue',
  new: 'New',
  due: 'Replies and follow-ups due',
  later: 'Done or coming up',
};

const groupOf = (card: Card, nowMs: number): GroupName => {
  const { kind } = statusOf(card, nowMs);
  if (kind === 'asked') return 'due';
  return kind === 'overdue' || kind === 'new' || kind === 'due' ? kind : 'later';
};

/** Groups the list "Now" by status, without empty groups. Within a group, leads keep the server's order. */
export function groupsOf(cards: readonly Card[], nowMs: number): Group[] {
  return GROUPS.map((name) => ({
    name,
    cards: cards.filter((card) => groupOf(card, nowMs) === name),
  })).filter((group) => group.cards.length > 0);
}
