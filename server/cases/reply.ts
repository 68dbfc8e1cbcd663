import * as z from 'zod';
import { allOf } from '../database/statement.ts';
import { defineChange, ofLead, saveCase } from './change.ts';
import { message } from './message.ts';

/** Writes to the seller, who reads it on their page. */
export const reply = defineChange({
  name: 'reply',
  given: z.object({ ...ofLead, body: message }),
  async work({ db, current, record }, { body }) {
    current.asked_at = null;
    await allOf([saveCase(db, current), record('replied', {}, { message: body })]);
  },
});
