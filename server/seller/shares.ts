import * as z from 'zod';
import { time } from '../cases/cards.ts';
import { addKey, endKeys, keyHash } from '../cases/links.ts';
import { rowOf, rowsOf, sql, type Db } from '../database/statement.ts';
import { refuseUnless } from '../refused.ts';
import { defineSellersChange, ofSeller } from './change.ts';
import { DAY_SECONDS } from './limits.ts';

const shareSchema = z.object({
  number: z.int(),
  made_at: time,
  opened_at: time.nullable(),
  ends_at: time,
});

/** The read-only keys of an enquiry, by number. */
export const readShares = (db: Db, leadId: string) =>
  rowsOf(
    db,
    shareSchema,
    sql`
      select share_number as number, created_at as made_at, last_used_at as opened_at, ends_at
      from desk.enquiry_keys
      where lead_id = ${leadId} and made_for = 'shared' and ends_at > now()
      order by share_number`,
  );

/** Stores the hash of a read-only key, which the page has made and shows only once. Three work at a time. */
export const share = defineSellersChange({
  name: 'share',
  given: z.object({ ...ofSeller, key_hash: keyHash }),
  limit: { kind: 'shared', most: 10, seconds: DAY_SECONDS },
  async work({ db, opened: { leadId }, record }, { key_hash }) {
    const shares = await readShares(db, leadId);
    refuseUnless(
      shares.length < 3,
      'share',
      'Three people have a link already. End one of their links first.',
    );
    // The number of a key that has ended is not used again.
    const { number } = await rowOf(
      db,
      z.object({ number: z.int() }),
      sql`
        select coalesce(max((facts ->> 'share_number')::int), 0) + 1 as number
        from desk.events where lead_id = ${leadId} and kind = 'shared'`,
    );
    await addKey(db, { hash: key_hash, leadId, madeFor: 'shared', shareNumber: number });
    await record('shared', { share_number: number });
  },
});

/** Ends a read-only key. */
export const endShare = defineSellersChange({
  name: 'end_share',
  given: z.object({ ...ofSeller, share_number: z.int32('Which link?') }),
  limit: { kind: 'share_ended', most: 10, seconds: DAY_SECONDS },
  async work({ db, opened, record }, { share_number }) {
    const ended = await endKeys(
      db,
      sql`lead_id = ${opened.leadId} and made_for = 'shared' and share_number = ${share_number}`,
    );
    refuseUnless(ended > 0, 'share_number', 'This link has already been ended.');
    await record('share_ended', { share_number });
  },
});
