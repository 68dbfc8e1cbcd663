import * as z from 'zod';
import { PAPER_KINDS } from '../database/codes.ts';
import { rowsOf, sql, type Db, type Sql } from '../database/statement.ts';
import { code } from '../http/json.ts';
import { personOf, personSchema, time } from './cards.ts';

/** A picture or a document of a lead. */
const paperSchema = z.object({
  id: z.string(),
  /** Another lead than the one that was asked for, if that one was merged into it. */
  lead_id: z.string(),
  at: time,
  /** Null for the seller. */
  by: personSchema.nullable(),
  kind: code(PAPER_KINDS, 'There is no such kind.'),
  title: z.string(),
  file_type: z.enum(['jpeg', 'pdf']),
  bytes: z.int(),
  /** In pixels; null for a PDF. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Whether the seller sees it. */
  is_shown: z.boolean(),
  /** The number of the offer that it goes with. */
  offer_number: z.int().nullable(),
});

/** Reads papers, the oldest first. @param which a condition on `papers` */
export const readPapers = (db: Db, which: Sql) =>
  rowsOf(
    db,
    paperSchema,
    sql`
      select id, lead_id, added_at as at, ${personOf(sql`added_by`)} as by, kind, title, file_type, bytes, width, height,
        is_shown, (select number from desk.offers where offers.id = offer_id) as offer_number
      from desk.papers
      where removed_at is null and ${which}
      order by added_at, id`,
  );

/** The papers of a lead, with those of the leads that were merged into it. */
export const readLeadsPapers = (db: Db, leadId: string) =>
  readPapers(
    db,
    sql`(lead_id = ${leadId} or lead_id in (select lead_id from desk.cases where duplicate_of = ${leadId}))`,
  );
