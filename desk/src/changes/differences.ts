import type { Lead } from '../api/types.ts';
import type { Base } from './base.ts';
import type { Change } from './outbox.ts';
import { dayMonthYear, exactTime } from '../lib/london.ts';
import { pounds } from '#src/lib/pounds.ts';
import {
  BASIS_WORDS,
  CHANGE_WORDS,
  CHANNEL_WORDS,
  CLOSE_WORDS,
  FUNDS_WORDS,
  NEXT_WORDS,
  OFFER_WORDS,
  OUTCOME_WORDS,
  SELLER_MAIL_WORDS,
  STAGE_WORDS,
} from '../ui/words.ts';

export type Line = { what: string; words: string };

const yesOrNo = (value: unknown) => (value === true ? 'yes' : 'no');

const next = (lead: Pick<Lead, 'next_action' | 'next_at'>) =>
  lead.next_action && lead.next_at
    ? `${NEXT_WORDS[lead.next_action]}, ${exactTime(lead.next_at)}`
    : 'nothing';

const rules = (lead: Base) =>
  [lead.do_not_call && 'do not call', lead.vulnerable && 'vulnerable', lead.contact_rules]
    .filter(Boolean)
    .join('; ') || 'none';

const FACTS: [what: string, of: (lead: Base) => string | undefined][] = [
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
  ['On hold until', (lead) => (lead.hold_until ? dayMonthYear(lead.hold_until) : 'no hold')],
  ['Possible spam', (lead) => yesOrNo(lead.is_suspect)],
  [
    'Offer',
    ({ offers }) => {
      const offer = offers?.[0];
      if (offer) return `${pounds(offer.amount)}, ${OFFER_WORDS[offer.status].toLowerCase()}`;
      return offers && 'none';
    },
  ],
];

/** The fields that differ between two versions of a lead, with their later values. */
export const differences = (before: Base, after: Base): Line[] =>
  FACTS.flatMap(([what, of]) => {
    const words = of(after);
    return words === undefined || [words, undefined].includes(of(before)) ? [] : [{ what, words }];
  });

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const coded =
  (words: Readonly<Record<string, string>>) =>
  (value: unknown): string =>
    words[text(value)] ?? text(value);
const money = (value: unknown) => (typeof value === 'number' ? pounds(value) : '');

const NONE = 'none';

/**
 * An argument of a change, its label and its formatter. If the value is null, its line shows `absent`; if `absent` is
 * missing too, there is no line.
 */
type Argument = [name: string, what: string, format: (value: unknown) => string, absent?: string];

const ARGUMENTS: Argument[] = [
  ['channel', 'Reached', coded(CHANNEL_WORDS)],
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
  ['conditions', 'Conditions', (value) => text(value) || NONE],
  ['valid_until', 'Open until', (value) => dayMonthYear(text(value))],
  ['reason_code', 'Reason', coded(CHANGE_WORDS)],
  ['evidence', 'Evidence', text],
  ['contact_rules', 'Contact rules', text, NONE],
  ['do_not_call', 'Calls', (value) => (value === true ? 'do not call' : 'may call')],
  ['vulnerable', 'Vulnerable', yesOrNo],
  ['email', 'Email', text],
  ['mail', 'Email', coded(SELLER_MAIL_WORDS)],
  ['until', 'On hold until', (value) => dayMonthYear(text(value)), 'no hold'],
  ['next_action', 'Next', coded(NEXT_WORDS)],
  ['next_at', 'When', (value) => exactTime(text(value))],
  ['visitor', 'Who comes', text],
];

/** A change's arguments as lines with labels, so that the user sees what was not saved. */
export function linesOf({ name, args, words: all }: Pick<Change, 'name' | 'args' | 'words'>): Line[] {
  const lines = ARGUMENTS.flatMap(([argument, what, format, absent]) => {
    const value = (args as Record<string, unknown>)[argument];
    if (value === undefined) return [];
    const words = value === null ? (absent ?? '') : format(value);
    return words === '' ? [] : [{ what: name === 'reply' ? 'Message' : what, words }];
  });
  return lines.length > 0 ? lines : [{ what: 'Change', words: all }];
}
