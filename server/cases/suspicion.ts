import * as z from 'zod';
import { allOf, execute, rowOf, sql } from '../database/statement.ts';
import { defineChange, ofLead, saveCase } from './change.ts';

/**
 * Marks a lead as not spam: it is then treated like any other, also by the retention (which deletes old leads). The event
 * keeps the reasons for the suspicion, so that `distrust` can restore them.
 */
export const trust = defineChange({
  name: 'trust',
  given: z.object(ofLead),
  async work({ db, current, record }) {
    const { reasons } = await rowOf(
      db,
      z.object({ reasons: z.array(z.string()) }),
      sql`select suspect_reasons as reasons from public.leads where id = ${current.lead_id}`,
    );
    current.is_suspect = false;
    current.version += 1;
    const clear = sql`
      update public.leads set suspect_reasons = '{}'
      where id = ${current.lead_id} and suspect_reasons <> '{}'`;
    await allOf([record('trusted', { reasons }), execute(db, clear), saveCase(db, current)]);
  },
});

/**
 * Marks a lead as suspect, and restores the reasons that `trust` has removed; otherwise it has none. A second `trust`
 * writes an event without reasons, so the last event that has some is used.
 */
export const distrust = defineChange({
  name: 'distrust',
  given: z.object(ofLead),
  async work({ db, current, record }) {
    await execute(
      db,
      sql`
        update public.leads
        set suspect_reasons = array(select jsonb_array_elements_text(trusted.reasons))
        from (
          select facts -> 'reasons' as reasons from desk.events
          where lead_id = ${current.lead_id} and kind = 'trusted' and facts -> 'reasons' <> '[]'
          order by id desc
          limit 1
        ) as trusted
        where id = ${current.lead_id} and suspect_reasons = '{}'`,
    );
    current.is_suspect = true;
    current.version += 1;
    await allOf([saveCase(db, current), record('distrusted')]);
  },
});
