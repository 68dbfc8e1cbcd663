import * as z from 'zod';
import { execute, sql } from '../database/statement.ts';
import { uuid } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import { defineChange, lockCase, ofVersion, saveCase } from './change.ts';
import { writeEvent } from './events.ts';
import { move } from './stage.ts';

/** ISO text in UTC, so that the earlier one sorts first. */
const earlier = (...times: (string | null)[]) => times.filter((at) => at !== null).sort()[0] ?? null;

/**
 * Closes a lead as a duplicate of another, which takes over `do_not_call`, `vulnerable` and the contact rules. The other
 * lead must be open, because nobody would see an enquiry that was merged into a closed case.
 */
export const merge = defineChange({
  name: 'merge',
  given: z
    .object({ ...ofVersion, target_id: uuid })
    .refine(({ lead_id, target_id }) => lead_id !== target_id, {
      path: ['target_id'],
      error: 'A lead cannot be merged into itself.',
    }),
  async work(work, { lead_id, target_id }) {
    const { db, me, current } = work;
    const target = await lockCase(db, target_id);
    refuseUnless(
      target.duplicate_of === null,
      'target_id',
      'That lead is a duplicate itself: choose the one that it was merged into.',
    );
    refuseUnless(
      target.stage !== 'closed',
      'target_id',
      'That lead is closed: open it again first, or merge it into this one.',
    );
    target.version += 1;
    target.do_not_call ||= current.do_not_call;
    target.vulnerable ||= current.vulnerable;
    target.asked_at = earlier(target.asked_at, current.asked_at);
    target.question_at = earlier(target.question_at, current.question_at);
    target.contact_rules =
      [target.contact_rules, current.contact_rules].filter((rules) => rules !== null).join('\n') || null;
    await saveCase(db, target);

    await move(work, 'closed', 'duplicate');
    current.duplicate_of = target_id;
    await saveCase(db, current);
    // Leads that were merged into the duplicate before are now duplicates of the other lead.
    await execute(db, sql`update desk.cases set duplicate_of = ${target_id} where duplicate_of = ${lead_id}`);
    await work.record('merged', { into: target_id });
    await writeEvent(db, { actor: me.id, leadId: target_id, kind: 'merged', facts: { from: lead_id } });
  },
});
