import * as z from 'zod';
import { CHANNELS, OUTCOMES } from '../database/codes.ts';
import { allOf } from '../database/statement.ts';
import { code, optional, text } from '../http/json.ts';
import { defineChange, noteContact, ofVersion, saveCase } from './change.ts';
import { nextStep, planNext } from './next-step.ts';
import { closeReason, move } from './stage.ts';

/** Records how a call or a message to the seller went. The first call or message is the first contact. */
export const logCall = defineChange({
  name: 'log_call',
  given: z.object({
    ...ofVersion,
    channel: code(CHANNELS, 'Choose how you reached them.'),
    outcome: code(OUTCOMES, 'Choose how it went.'),
    body: optional(text),
    ...nextStep,
    close_reason: closeReason,
  }),
  async work(work, { channel, outcome, body, close_reason, ...next }) {
    const { db, current, record } = work;
    await noteContact(work);
    const called = record('called', { channel, outcome }, { note: body });
    current.asked_at = null;
    if (outcome === 'do_not_call') current.do_not_call = true;
    const stage = close_reason ? 'closed' : current.stage === 'new' ? 'contacted' : undefined;
    // `move` and `planNext` change the case before they wait, so `saveCase` stores their changes.
    await allOf([
      called,
      stage && move(work, stage, close_reason),
      planNext(work, next),
      saveCase(db, current),
    ]);
  },
});
