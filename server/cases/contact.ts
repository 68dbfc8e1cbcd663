import * as z from 'zod';
import { CHANNELS, OUTCOMES, REACHED } from '../database/codes.ts';
import { allOf } from '../database/statement.ts';
import { code, optional, text } from '../http/json.ts';
import { defineChange, noteContact, ofVersion, saveCase } from './change.ts';
import { answerSeller, readMadeAt } from './made-at.ts';
import { nextStep, planNext } from './next-step.ts';
import { closeReason, move } from './stage.ts';

/**
 * Records how a call or a message to the seller went. Whoever records it has the lead, if nobody had it. The first one that
 * reached the seller is the first contact; it also answers what the seller has written before.
 */
export const logCall = defineChange({
  name: 'log_call',
  given: z.object({
    ...ofVersion,
    made_seconds_ago: optional(z.number()),
    channel: code(CHANNELS, 'Choose how you reached them.'),
    outcome: code(OUTCOMES, 'Choose how it went.'),
    body: optional(text),
    ...nextStep,
    close_reason: closeReason,
  }),
  async work(work, { made_seconds_ago, channel, outcome, body, close_reason, ...next }) {
    const { db, me, current, record, recordAlso } = work;
    const madeAt = readMadeAt(current, made_seconds_ago);
    const at = madeAt ?? current.now;
    const isReached = REACHED.includes(outcome);
    if (isReached) {
      await noteContact(work);
      await answerSeller(work, madeAt);
    } else current.tried_at = at;
    const facts = { channel, outcome, ...(madeAt && { recorded_at: current.now }) };
    const called = record('called', facts, { note: body }, madeAt);
    const isTaken = current.assignee === null;
    current.assignee ??= me.id;
    if (outcome === 'do_not_call') current.do_not_call = true;
    const stage = close_reason ? 'closed' : isReached && current.stage === 'new' ? 'contacted' : undefined;
    // `move` and `planNext` change the case before they wait, so `saveCase` stores their changes.
    await allOf([
      called,
      isTaken && recordAlso('claimed'),
      stage && move(work, stage, close_reason),
      planNext(work, next, recordAlso, at),
      saveCase(db, current),
    ]);
  },
});
