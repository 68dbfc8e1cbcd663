import * as z from 'zod';
import { allOf } from '../database/statement.ts';
import { defineChange, ofLead, saveCase } from './change.ts';

/** Says that what the seller wrote is answered, in another way than by a message or a call that is recorded. */
export const answered = defineChange({
  name: 'answered',
  given: z.object(ofLead),
  async work({ db, current, record }) {
    current.question_at = null;
    await allOf([saveCase(db, current), record('answered')]);
  },
});
