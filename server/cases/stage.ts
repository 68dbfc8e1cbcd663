import * as z from 'zod';
import { CLOSE_REASONS, isBefore, STAGES, type CloseReason, type Stage } from '../database/codes.ts';
import { allOf } from '../database/statement.ts';
import { code, optional } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import { defineChange, noteContact, ofVersion, saveCase, type Work } from './change.ts';
import { addYears, londonDay } from './days.ts';
import { endWait, nextStep, planNext } from './next-step.ts';

const REASON_RULE = 'A closed case needs one of the reasons, and an open one has none.';

/** Why a case is closed. */
export const closeReason = optional(code(CLOSE_REASONS, REASON_RULE));

/**
 * Moves a case to a stage. Any stage but new and closed means that the firm has been in touch, so the first contact is set
 * if it was not. The case of a bought house is held (kept from deletion) for six years, because a company must keep its
 * records for that long.
 *
 * @see https://www.gov.uk/running-a-limited-company/company-and-accounting-records
 */
export async function move(
  { db, current, recordAlso }: Pick<Work, 'db' | 'current' | 'recordAlso'>,
  stage: Stage,
  reason: CloseReason | null = null,
  record = recordAlso,
): Promise<void> {
  const isClosed = stage === 'closed';
  refuseUnless(isClosed === (reason !== null), 'reason', REASON_RULE);
  const isBought = stage === 'settled' || reason === 'bought';
  const from = current.stage;
  current.stage = stage;
  current.close_reason = reason;
  if (isBought) current.reached = 'settled';
  else if (!isClosed) current.reached = stage;
  if (isClosed) {
    current.next_action = null;
    current.next_at = null;
    current.asked_at = null;
    current.question_at = null;
  } else {
    current.duplicate_of = null;
    // Waits for nothing once the first contact is noted, so that what `logCall` sends keeps its order.
    if (stage !== 'new' && current.first_contact_at === null) await noteContact({ db, current });
  }
  const staged = record('staged', { from, to: stage, ...(reason && { reason }) });
  if (isBought) {
    const sixYearsOn = addYears(londonDay(0), 6);
    if (current.hold_until === null || current.hold_until < sixYearsOn) current.hold_until = sixYearsOn;
    current.hold_reason ??= 'The firm has bought the house.';
  }
  await allOf([staged, isBought && recordAlso('held', { until: current.hold_until })]);
}

/** Says how far a case has come. */
export const setStage = defineChange({
  name: 'set_stage',
  given: z.object({
    ...ofVersion,
    stage: code(STAGES, 'Choose one of the stages.'),
    reason: closeReason,
    ...nextStep,
  }),
  async work(work, { stage, reason, ...next }) {
    if (stage !== work.current.stage && !isBefore(stage, 'accepted')) endWait(work.current);
    await move(work, stage, reason, work.record);
    await allOf([planNext(work, next), saveCase(work.db, work.current)]);
  },
});
