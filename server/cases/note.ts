import * as z from 'zod';
import { allOf } from '../database/statement.ts';
import { text } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import { defineChange, ofLead, touch } from './change.ts';

/** Adds a note. It overwrites nothing, so it needs no version and is not refused if somebody else was quicker. */
export const note = defineChange({
  name: 'note',
  given: z.object({ ...ofLead, body: text }),
  async work({ db, current, record }, { body }) {
    refuseUnless(/\S/.test(body), 'body', 'The note is empty.');
    await allOf([touch(db, current.lead_id), record('noted', {}, { note: body })]);
  },
});
