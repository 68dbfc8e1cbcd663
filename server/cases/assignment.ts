import * as z from 'zod';
import { allOf, exists, sql } from '../database/statement.ts';
import { uuid } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import { defineChange, ofLead, ofVersion, refuseConflict, saveCase } from './change.ts';

/** Somebody takes a lead, unless somebody else has it. */
export const claim = defineChange({
  name: 'claim',
  given: z.object(ofLead),
  async work({ db, me, current, record }) {
    if (current.assignee === me.id) return;
    if (current.assignee !== null) await refuseConflict(db, current.lead_id, 'claimed');
    current.assignee = me.id;
    current.version += 1;
    await allOf([saveCase(db, current), record('claimed')]);
  },
});

/** Nobody has the lead any more. */
export const release = defineChange({
  name: 'release',
  given: z.object(ofVersion),
  async work({ db, current, record }) {
    current.assignee = null;
    current.given_by = null;
    await allOf([saveCase(db, current), record('released')]);
  },
});

/** Somebody gives a lead to a member of staff, who is told so until they open it. */
export const assign = defineChange({
  name: 'assign',
  given: z.object({ ...ofVersion, assignee: uuid }),
  async work({ db, me, current, record }, { assignee }) {
    refuseUnless(
      await exists(db, sql`select from desk.staff where user_id = ${assignee} and active`),
      'assignee',
      'This person is no longer on the staff. Choose somebody else.',
    );
    current.assignee = assignee;
    current.given_by = assignee === me.id ? null : me.id;
    await allOf([saveCase(db, current), record('assigned', { assignee })]);
  },
});
