import type { Lead, NextAction } from '../api/types.ts';
import { fromLondonField, timeInWords, toLondonField } from '../lib/london.ts';
import { soon, morningIn } from './next-times.ts';
import { serverNow, useNow } from '../lib/use-now.ts';
import { lowerFirst, NEXT_WORDS } from '../ui/words.ts';
import { CheckField, ChoiceField, TextField } from '../ui/Field.tsx';
import { wishInWords } from '../ui/asked-words.ts';
import { hasPlan } from './next-steps.ts';
import type { Draft } from './use-draft.ts';
import { callBesideVisit } from './wished-call.ts';

export type NextValues = { next_action: string; next_at: string; replaces: string };

export const NO_NEXT: NextValues = { next_action: '', next_at: '', replaces: '' };

type Plan = Pick<Lead, 'next_action' | 'next_at' | 'events'>;
type NextErrors = Partial<Record<keyof NextValues, string>>;

type Read =
  | { ok: true; next: { next_action: NextAction | null; next_at: string | null } }
  | { ok: false; errors: NextErrors };

/** What the seller's page promises and another next step takes back; undefined if nothing. */
export function takenBack(
  { next_action }: Pick<NextValues, 'next_action'>,
  lead: Plan,
  nowMs: number,
): string | undefined {
  if (next_action === '' || !hasPlan(lead, nowMs)) return undefined;
  const wish = callBesideVisit(lead, nowMs);
  const isKept = lead.next_action === next_action;
  const promised = [
    !isKept && lead.next_action === 'call' && 'the call',
    !isKept && lead.next_action === 'visit' && 'the visit',
    wish && `the call that they asked for, ${wishInWords(wish.facts, nowMs)}`,
  ];
  return promised.filter(Boolean).join(' and ') || undefined;
}

/** Validates the next step. It may be empty only if the lead already has one whose time is in the future. */
export function readNext(values: NextValues, lead: Plan): Read {
  if (values.next_action === '') {
    if (hasPlan(lead, serverNow())) return { ok: true, next: { next_action: null, next_at: null } };
    return { ok: false, errors: { next_action: 'Say what comes next, so that nobody is forgotten.' } };
  }
  if (values.next_at === '') return { ok: false, errors: { next_at: 'Say when.' } };
  if (values.replaces !== 'yes' && takenBack(values, lead, serverNow()) !== undefined)
    return { ok: false, errors: { replaces: 'Tick this, or leave the next step as planned.' } };
  const at = fromLondonField(values.next_at);
  if (at.getTime() <= serverNow()) return { ok: false, errors: { next_at: 'That time has passed.' } };
  return { ok: true, next: { next_action: values.next_action as NextAction, next_at: at.toISOString() } };
}

type Props = { draft: Draft<keyof NextValues>; lead: Plan };

/** The fields for the next step and its time, with suggested times. */
export function NextFields({ draft: { values, change, field }, lead }: Props) {
  const nowMs = useNow();
  const planned = hasPlan(lead, nowMs)
    ? `${lowerFirst(NEXT_WORDS[lead.next_action])}, ${timeInWords(lead.next_at, nowMs)}`
    : undefined;
  const kept = planned === undefined ? 'Choose' : `As planned: ${planned}`;
  const isReplaced =
    planned !== undefined &&
    values.next_action !== '' &&
    (values.next_action !== lead.next_action || values.next_at !== toLondonField(lead.next_at ?? ''));
  const promised = takenBack(values, lead, nowMs);
  const moments = [soon(nowMs), morningIn(1, nowMs), morningIn(3, nowMs), morningIn(7, nowMs)];
  // In the evening, `soon` is the same as tomorrow morning, so duplicates are dropped.
  const suggestions = [...new Set(moments.map((moment) => toLondonField(moment)))];
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">Next step</legend>
      <ChoiceField label="Next step" words={NEXT_WORDS} none={kept} {...field('next_action')} />
      {isReplaced && <p className="notice">{`This replaces what is planned: ${planned}.`}</p>}
      {promised !== undefined && (
        <CheckField
          label={`Take back ${promised}. It goes from the seller’s page at once. Ring them: their own calendar may still show it.`}
          {...field('replaces')}
        />
      )}
      {values.next_action !== '' && (
        <div>
          <TextField label="When" type="datetime-local" {...field('next_at')} />
          <div className="mt-2 flex flex-wrap gap-2">
            {suggestions.map((next_at) => (
              <button
                key={next_at}
                type="button"
                className="chip"
                aria-pressed={values.next_at === next_at}
                onClick={() => change({ next_at })}
              >
                {timeInWords(fromLondonField(next_at), nowMs)}
              </button>
            ))}
          </div>
        </div>
      )}
    </fieldset>
  );
}
