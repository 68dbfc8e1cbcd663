/** The firm's terms, with which the form of each offer begins. Owners save them; in an offer, all staff can change them. */
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { execute, rowOf, rowsOf, sql, type Db } from '../database/statement.ts';
import { Refused } from '../refused.ts';
import { defineCall } from './call.ts';
import { personOf, personSchema, time } from './cards.ts';
import { requireOwner } from './members.ts';
import { standingTerms, type StandingTerms } from './offer-details.ts';
import { details } from './offers.ts';

/** The terms that the firm's latest offers to two sellers share, so that what was typed for one is not suggested for another. */
async function readSharedTerms(db: Db): Promise<StandingTerms> {
  const offers = await rowsOf(
    db,
    z.object({ lead_id: z.string(), details }),
    sql`
      select texts.lead_id, body as details from desk.texts join desk.events on events.id = event_id
      where part = 'details' and kind = 'offered' order by event_id desc limit 10`,
  );
  const [latest] = offers;
  const other = offers.find(({ lead_id }) => lead_id !== latest?.lead_id);
  if (latest === undefined || other === undefined) return standingTerms.parse({});
  const isShared = ([term, value]: [string, unknown]) =>
    isDeepStrictEqual(value, other.details[term as keyof StandingTerms]);
  return standingTerms.parse(Object.fromEntries(Object.entries(latest.details).filter(isShared)));
}

const savedSchema = z.object({
  /** Null: none were saved yet. */
  saved: standingTerms.nullable(),
  /** Grows with each change. Whoever saves names the version that they saw. */
  version: z.int(),
  by: personSchema.nullable(),
  at: time.nullable(),
});

/** What the next offer begins with: what an owner has saved or, before that, what the latest offers share. */
export async function readStandingTerms(db: Db) {
  const { saved, ...change } = await rowOf(
    db,
    savedSchema,
    sql`
      select offer_terms as saved, offer_terms_version as version, offer_terms_saved_at as at,
        ${personOf(sql`offer_terms_saved_by`)} as by
      from desk.settings`,
  );
  return { terms: saved ?? (await readSharedTerms(db)), ...change };
}

export const saveStandingTerms = defineCall({
  given: z.object({ seen: z.int(), terms: standingTerms }),
  async work(db, me, { seen, terms }) {
    requireOwner(me);
    const typed = sql`${JSON.stringify(terms)}::jsonb`;
    // A repeat of the same request finds what it has saved.
    const saved = await execute(
      db,
      sql`
        update desk.settings
        set offer_terms = ${typed}, offer_terms_version = ${seen} + 1, offer_terms_saved_by = ${me.id},
          offer_terms_saved_at = now()
        where offer_terms_version = ${seen} or offer_terms_version = ${seen} + 1 and offer_terms = ${typed}`,
    );
    if (saved === 0)
      throw new Refused(
        409,
        'stale',
        'Somebody has changed the terms meanwhile. Copy your words, and press “Leave them as they are”.',
      );
    return readStandingTerms(db);
  },
});
