import type { Lead } from '../api/types.ts';
import { dayMonthYear, exactTime } from '../lib/london.ts';
import { pounds } from '../lib/money.ts';
import {
  BASIS_WORDS,
  CHANGE_WORDS,
  CLOSE_WORDS,
  FUNDS_WORDS,
  NEXT_WORDS,
  OFFER_WORDS,
  OUTCOME_WORDS,
  STAGE_WORDS,
} from '../lib/words.ts';

export type Line = { what: string; words: string };

const next = (lead: Pick<Lead, 'next_action' | 'next_at'>) =>
  lead.next_action && lead.next_at
    ? `${NEXT_WORDS[lead.next_action]}, ${exactTime(lead.next_at)}`
    : 'nothing';

const rules = (lead: Lead) =>
  [lead.do_not_call && 'do not call', lead.vulnerable && 'vulnerable', lead.contact_rules]
    .filter(Boolean)
    .join('; ') || 'none';

const FACTS: [what: string, of: (lead: Lead) => string][] = [
  [
    'Stage',
    (lead) =>
      lead.close_reason
        ? `${STAGE_WORDS[lead.stage]}: ${CLOSE_WORDS[lead.close_reason]}`
        : STAGE_WORDS[lead.stage],
  ],
  ['With', (lead) => lead.assignee?.name ?? 'nobody'],
  ['Next', next],
  ['Contact rules', rules],
  ['Kept until', (lead) => (lead.hold_until ? dayMonthYear(lead.hold_until) : 'no hold')],
  [
    'Offer',
    ({ offers: [offer] }) =>
      offer ? `${pounds(offer.amount)}, ${OFFER_WORDS[offer.status].toLowerCase()}` : 'none',
  ],
];

/** What is different in the lead as somebody else left it. */
export const differences = (before: Lead, after: Lead): Line[] =>
  FACTS.flatMap(([what, of]) => (of(before) === of(after) ? [] : [{ what, words: of(after) }]));

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const coded =
  (words: Readonly<Record<string, string>>) =>
  (value: unknown): string =>
    words[text(value)] ?? text(value);
const money = (value: unknown) => (typeof value === 'number' ? pounds(value) : '');

const ARGUMENTS: [key: string, what: string, of: (value: unknown) => string][] = [
  ['outcome', 'Outcome', coded(OUTCOME_WORDS)],
  ['body', 'Note', text],
  ['stage', 'Stage', coded(STAGE_WORDS)],
  ['reason', 'Reason', coded(CLOSE_WORDS)],
  ['close_reason', 'Close', coded(CLOSE_WORDS)],
  ['status', 'Offer', coded(OFFER_WORDS)],
  ['amount', 'Amount', money],
  ['market_value', 'Market value', money],
  ['basis', 'Basis', coded(BASIS_WORDS)],
  ['funds', 'Funds', coded(FUNDS_WORDS)],
  ['conditions', 'Conditions', text],
  ['valid_until', 'Valid until', text],
  ['reason_code', 'Reason', coded(CHANGE_WORDS)],
  ['evidence', 'Evidence', text],
  ['contact_rules', 'Contact rules', text],
  ['do_not_call', 'Calls', (value) => (value === true ? 'do not call' : 'may call')],
  ['until', 'Kept until', text],
  ['next_action', 'Next', coded(NEXT_WORDS)],
  ['next_at', 'When', (value) => (typeof value === 'string' ? exactTime(value) : '')],
];

/** What somebody sent, for the people who compare it. */
export const linesOf = (sent: object): Line[] =>
  ARGUMENTS.flatMap(([key, what, of]) => {
    const value = (sent as Record<string, unknown>)[key];
    return value === undefined || value === null || value === '' ? [] : [{ what, words: of(value) }];
  });
