import * as z from 'zod';
import { code, optional, text } from '../http/json.ts';
import { defineChange, noteContact, ofVersion, saveCase } from './change.ts';
import { CHANNELS, OUTCOMES } from './codes.ts';
import { nextStep, planNext } from './next-step.ts';
import { closeReason, move } from './stage.ts';

/** Records how a call or a message to the seller went. The first call or message is the first contact. */
export const logCall = defineChange({
  name: 'log_call',
  given: z.object({
    ...ofVersion,
    channel: code(CHANNELS, 'There is no such channel.'),
    outcome: code(OUTCOMES, 'There is no such outcome.'),
    body: optional(text),
    ...nextStep,
    close_reason: closeReason,
  }),
  async work(work, { channel, outcome, body, close_reason, ...next }) {
    const { db, current, record } = work;
    await record('called', { channel, outcome }, body);
    await noteContact(work);
    current.asked_at = null;
    if (outcome === 'do_not_call') current.do_not_call = true;
    if (close_reason !== null) await move(work, 'closed', close_reason);
    else if (current.stage === 'new') await move(work, 'contacted');
    await planNext(work, next);
    await saveCase(db, current);
  },
});
