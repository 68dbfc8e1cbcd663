import * as z from 'zod';
import { NEXT_ACTIONS, WAITS, type NextAction } from '../database/codes.ts';
import { allOf } from '../database/statement.ts';
import { code, moment, optional } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import { defineChange, ofVersion, saveCase, type Case, type Work } from './change.ts';
import { line } from './plain-text.ts';

const nextAction = code(NEXT_ACTIONS, 'Choose what happens next.');

/** What happens next, and when. Without both, the next step stays as it is. */
export const nextStep = { next_action: optional(nextAction), next_at: optional(moment) };

/** Whether a time is after another one, within two years. */
function isAhead(time: string | null, after: string): boolean {
  const limit = new Date(after);
  limit.setUTCFullYear(limit.getUTCFullYear() + 2);
  return time !== null && Date.parse(time) > Date.parse(after) && Date.parse(time) < limit.getTime();
}

/** Ends a wait: it is due now, so the lead is in the list "Now" until staff have said what happens next. */
export function endWait(current: Case): void {
  const { next_action, next_at, now } = current;
  if (next_action && WAITS.includes(next_action) && isAhead(next_at, now)) current.next_at = now;
}

type NextStep = { next_action: NextAction | null; next_at: string | null; visitor?: string | null };

/**
 * Sets the next step, before it waits for anything: `saveCase` can be sent along (`allOf`). If none is given, the case must
 * be closed, or its next step must be still to come. So every case that was worked on has a next step or a closing reason.
 *
 * @param madeAt when staff said so: what was still to come then may be due by now
 */
export async function planNext(
  { current, recordAlso }: Work,
  { next_action, next_at, visitor = null }: NextStep,
  record = recordAlso,
  madeAt = current.now,
): Promise<void> {
  const isClosed = current.stage === 'closed';
  if (next_action === null && next_at === null) {
    refuseUnless(
      isClosed || isAhead(current.next_at, madeAt),
      'next_action',
      'Say what happens next and when, or close the case with a reason.',
    );
    return;
  }
  refuseUnless(!isClosed, 'next_action', 'A closed case has no next step. Open it again first.');
  refuseUnless(next_action !== null, 'next_action', 'Choose what happens next.');
  refuseUnless(isAhead(next_at, madeAt), 'next_at', 'Choose a time that is still to come, within two years.');
  current.next_action = next_action;
  current.next_at = next_at;
  current.asked_at = null;
  await record('planned', { next_action, next_at }, next_action === 'visit' ? { visitor } : {});
}

/** Plans what happens next. */
export const plan = defineChange({
  name: 'plan',
  given: z.object({
    ...ofVersion,
    next_action: nextAction,
    next_at: moment.nullable(),
    /** For a visit: who comes, and how the seller knows them. The seller reads it. */
    visitor: line(200, 'This has more than 200 characters.'),
  }),
  async work(work, given) {
    await allOf([planNext(work, given, work.record), saveCase(work.db, work.current)]);
  },
});
