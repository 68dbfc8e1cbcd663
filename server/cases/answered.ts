import * as z from 'zod';
import { allOf } from '../database/statement.ts';
import { optional } from '../http/json.ts';
import { defineChange, ofLead, saveCase } from './change.ts';
import { answerQuestion, readMadeAt } from './made-at.ts';

/** Says that what the seller wrote is answered, in another way than by a message or a call that is recorded. */
export const answered = defineChange({
  name: 'answered',
  given: z.object({ ...ofLead, made_seconds_ago: optional(z.number()) }),
  async work(work, { made_seconds_ago }) {
    const { db, current, record } = work;
    await answerQuestion(work, readMadeAt(current, made_seconds_ago));
    await allOf([saveCase(db, current), record('answered')]);
  },
});
