import * as z from 'zod';
import { allOf } from '../database/statement.ts';
import { optional } from '../http/json.ts';
import { defineChange, ofLead, saveCase } from './change.ts';
import { answerSeller, readMadeAt } from './made-at.ts';
import { message } from './message.ts';

/** Writes to the seller, who reads it on their page. */
export const reply = defineChange({
  name: 'reply',
  given: z.object({ ...ofLead, made_seconds_ago: optional(z.number()), body: message }),
  async work(work, { body, made_seconds_ago }) {
    const { db, current, record } = work;
    await answerSeller(work, readMadeAt(current, made_seconds_ago));
    await allOf([saveCase(db, current), record('replied', {}, { message: body })]);
  },
});
