import * as z from 'zod';
import { execute, rowsOf, sql, type Db } from '../database/statement.ts';
import { uuid } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import { time } from './cards.ts';
import { defineChange, lockCase, ofVersion, saveCase, type Case } from './change.ts';
import { writeEvent } from './events.ts';
import { move } from './stage.ts';

/** ISO text in UTC, so that the earlier one sorts first. */
const earlier = (...times: (string | null)[]) => times.filter((at) => at !== null).sort()[0] ?? null;

const joined = (separator: string, ...texts: (string | null)[]) =>
  texts.filter((text) => text !== null).join(separator) || null;

const stepSchema = z.object({
  at: time,
  actor: z.string().nullable(),
  kind: z.enum(['planned', 'call_wished']),
  facts: z.record(z.string(), z.unknown()),
  visitor: z.string().nullable(),
});

/** Moves the next step to the other lead, with the events that say what the seller knows of it: who comes, which call they wish. */
async function moveNextStep(db: Db, from: Case, target: Case): Promise<void> {
  target.next_action = from.next_action;
  target.next_at = from.next_at;
  const ofLead = sql`from desk.events where lead_id = ${from.lead_id}`;
  const steps = await rowsOf(
    db,
    stepSchema,
    sql`
      select at, actor, kind, facts,
        (select body from desk.texts where event_id = events.id and part = 'visitor') as visitor
      ${ofLead} and kind <> 'called' and id in (
        (select max(id) ${ofLead} and kind = 'planned'),
        (select max(id) ${ofLead} and kind in ('planned', 'call_wished', 'called'))
      )
      order by id`,
  );
  for (const { visitor, facts, ...step } of steps) {
    // A wish that was not made here does not count towards the limit of the other seller (server/seller/limits.ts).
    const given = step.kind === 'call_wished' ? { ...facts, by: 'merge' } : facts;
    await writeEvent(db, { ...step, facts: given, leadId: target.lead_id, texts: { visitor } });
  }
}

/**
 * Closes a lead as a duplicate of another, which takes over `do_not_call`, `vulnerable`, the contact rules and the hold, and
 * the next step if it has none. The other lead must be open, because nobody would see an enquiry that was merged into a
 * closed case.
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
    target.contact_rules = joined('\n', target.contact_rules, current.contact_rules);
    if (target.next_action === null && current.next_action !== null) await moveNextStep(db, current, target);
    if (current.hold_until !== null && current.hold_until > (target.hold_until ?? '')) {
      target.hold_until = current.hold_until;
      target.hold_reason = joined(' ', target.hold_reason, current.hold_reason);
      await writeEvent(db, {
        actor: me.id,
        leadId: target_id,
        kind: 'held',
        facts: { until: target.hold_until },
      });
    }
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
