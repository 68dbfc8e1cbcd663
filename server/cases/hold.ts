import * as z from 'zod';
import { execute, sql, type Db } from '../database/statement.ts';
import { day, text } from '../http/json.ts';
import { require } from '../refused.ts';
import { defineChange, ofVersion } from './change.ts';
import { londonDay } from './days.ts';
import { lengthOf, trimmed } from './events.ts';

/** Holds a case until the end of a day: until then its lead is neither erased nor deleted as expired. Null ends it. */
export const holdCase = (db: Db, leadId: string, until: string | null, reason: string | null) =>
  execute(
    db,
    sql`update desk_private.cases set hold_until = ${until}, hold_reason = ${reason} where lead_id = ${leadId}`,
  );

/** Keeps a lead, for example during a sale or a complaint. */
export const hold = defineChange({
  name: 'hold',
  given: z.object({ ...ofVersion, until: day.nullable(), reason: text.nullable() }),
  async work({ db, leadId, record }, { until, reason }) {
    const why = until === null ? null : trimmed(reason);
    require(until === null ||
      (until >= londonDay(0) &&
        until <= londonDay(3660)), 'until', 'Choose a day that is still to come, within ten years.');
    require(until === null ||
      (why !== null && lengthOf(why) <= 1000), 'reason', 'Say why, in up to 1,000 characters.');
    await holdCase(db, leadId, until, why);
    await record('held', { until });
  },
});
