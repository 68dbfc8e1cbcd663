/**
 * The offer that staff have begun for a lead and not recorded yet. There is one for each lead, and it says whose it is:
 * two drafts would be two prices that nobody compares, and a colleague may finish what somebody began in the house. No
 * event tells of it.
 */
import * as z from 'zod';
import { characterCount } from '#lead/text.ts';
import { allOf, execute, firstRowOf, sql, type Db } from '../database/statement.ts';
import { optional, text, uuid } from '../http/json.ts';
import { defineCall } from './call.ts';
import { personOf, personSchema, time } from './cards.ts';
import { readStandingTerms } from './standing-terms.ts';

const values = z.record(z.string(), text);

const draftSchema = z.object({
  /** Grows with each save. Whoever saves names the version that they saw. */
  version: z.int(),
  /** The fields of the form; null after the offer was recorded or the draft discarded. */
  values: values.nullable(),
  by: personSchema,
  at: time,
});

const readDraft = (db: Db, leadId: string) =>
  firstRowOf(
    db,
    draftSchema,
    sql`
      select version, body as values, saved_at as at, ${personOf(sql`saved_by`)} as by
      from desk.offer_drafts where lead_id = ${leadId}`,
  );

/** What the form for an offer begins with: the firm's standing terms, and what somebody has begun. */
export const offerForm = defineCall({
  given: z.object({ lead_id: uuid }),
  async work(db, _me, { lead_id }) {
    const [{ terms }, draft] = await allOf([readStandingTerms(db), readDraft(db, lead_id)]);
    return { terms, draft: draft ?? null };
  },
});

/**
 * Saves what somebody has typed, or empties the draft with null. If somebody has saved since the version that the caller
 * has seen, nothing is saved. @returns the draft as it is now, and whether it was saved
 */
export const keepOfferDraft = defineCall({
  given: z.object({
    lead_id: uuid,
    /** 0: the caller has seen no draft. */
    seen: z.int(),
    values: optional(
      values.refine(
        (typed) => characterCount(JSON.stringify(typed)) <= 60_000,
        'This is longer than 60,000 characters.',
      ),
    ),
  }),
  async work(db, me, { lead_id, seen, values: typed }) {
    const saved = await execute(
      db,
      sql`
        insert into desk.offer_drafts as drafts (lead_id, body, saved_by)
        select id, ${typed && JSON.stringify(typed)}::jsonb, ${me.id} from public.leads where id = ${lead_id}
        on conflict (lead_id) do update
        set body = excluded.body, saved_by = excluded.saved_by, saved_at = excluded.saved_at, version = drafts.version + 1
        where drafts.version = ${seen}`,
    );
    return { saved: saved === 1, draft: (await readDraft(db, lead_id)) ?? null };
  },
});

/** Empties the draft when its offer is recorded. The next version tells a device that still has it. */
export const endDraft = (db: Db, leadId: string) =>
  execute(
    db,
    sql`update desk.offer_drafts set body = null, saved_at = now(), version = version + 1 where lead_id = ${leadId}`,
  );
