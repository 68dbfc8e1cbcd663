import * as z from 'zod';
import { rowOf, sql, type Db } from '../database/statement.ts';

const figure = z.int().nullable();

const recordSchema = z.object({
  /** Up to when it counts: `2026-11-30`. */
  day: z.string(),
  /** The first offers of the last 12 months. Below 20, all other figures are null. */
  offers: z.int(),
  lowered: figure,
  /** The median in pounds; null for fewer than five. */
  lowered_by: figure,
  withdrawn: figure,
  /** The sales that were completed in the last 12 months; those at the first figure or more, and the median days. */
  sold: figure,
  sold_at_first: figure,
  days: figure,
});

export type OurRecord = z.infer<typeof recordSchema>;

/** How often the firm's price fell after its first offer: what everybody reads, and nobody can edit. */
export const readOurRecord = (db: Db): Promise<OurRecord> =>
  rowOf(
    db,
    recordSchema,
    sql`
      select day::text as day, offers, lowered, lowered_by, withdrawn, sold, sold_at_first, days
      from desk.our_record`,
  );
