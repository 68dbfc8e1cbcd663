import * as z from 'zod';
import { characterCount } from '#lead/text.ts';
import { allOf, execute, sql } from '../database/statement.ts';
import { day, text } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import { defineChange, ofVersion, saveCase } from './change.ts';
import { londonDay } from './days.ts';
import { trimmed } from './events.ts';

/**
 * Keeps a lead until the end of a day, for example during a sale or a complaint: until then it is neither erased nor
 * deleted as expired, and neither are those that were merged into it. A day of null ends the hold of all of them.
 */
export const hold = defineChange({
  name: 'hold',
  given: z.object({ ...ofVersion, until: day.nullable(), reason: text.nullable() }),
  async work({ db, current, record }, { until, reason }) {
    const why = until === null ? null : trimmed(reason);
    refuseUnless(
      until === null || current.duplicate_of === null,
      'until',
      'This lead was merged into another one. Keep that one: then both are kept.',
    );
    refuseUnless(
      until === null || (until >= londonDay(0) && until <= londonDay(3660)),
      'until',
      'Choose a day that is still to come, within ten years.',
    );
    refuseUnless(
      until === null || (why !== null && characterCount(why) <= 1000),
      'reason',
      'Say why, in up to 1,000 characters.',
    );
    current.hold_until = until;
    current.hold_reason = why;
    const endMerged = sql`
      update desk.cases set hold_until = null, hold_reason = null
      where duplicate_of = ${current.lead_id} and hold_until is not null`;
    await allOf([saveCase(db, current), until === null && execute(db, endMerged), record('held', { until })]);
  },
});
