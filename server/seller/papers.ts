/** The pictures and documents on the seller's page: what a key may read, and what the seller does with their own. */
import * as z from 'zod';
import { dropPaper, paperTitle, storePaper } from '../cases/change-papers.ts';
import { readPapers } from '../cases/papers.ts';
import { exists, sql, type Db } from '../database/statement.ts';
import { uuid } from '../http/json.ts';
import type { AcceptedFile } from '../papers/accept-file.ts';
import { askFirm, defineSellersChange, ofSeller, saveSellersCase } from './change.ts';
import type { Opened } from './keys.ts';
import { DAY_SECONDS } from './limits.ts';

/** Which papers a key may read. A read-only link has those that the firm shows, and not the seller's own. */
export const mayRead = ({ leadId, isShared }: Opened) =>
  sql`lead_id = ${leadId} and is_shown and (added_by is not null or not ${isShared}::boolean)`;

/** The papers on the page, the oldest first. */
export async function readShownPapers(db: Db, opened: Opened) {
  const papers = await readPapers(db, mayRead(opened));
  return papers.map(({ id, at, by, kind, title, file_type, bytes, width, height, offer_number }) => ({
    ...{ id, at, kind, title, file_type, bytes, width, height, offer_number },
    /** The first name of the member of staff; null for the seller. */
    by: by && (by.name.trim().split(' ')[0] ?? null),
  }));
}

export const addOwnPaperGiven = z.object({ ...ofSeller, title: paperTitle });

/** Adds a file that the seller has sent. The request's id is that of the upload, and becomes the paper's. */
export const addOwnPaper = (file: AcceptedFile | undefined) =>
  defineSellersChange({
    name: 'add_paper',
    given: addOwnPaperGiven,
    limit: { kind: 'paper_added', most: 60, seconds: DAY_SECONDS },
    async work(work, { request_id: id, title }) {
      const { db, opened, current, record } = work;
      const { leadId } = opened;
      const kind = file?.fileType === 'jpeg' ? 'picture' : 'other';
      await storePaper(db, { id, leadId, by: null, kind, title, isShown: true, offerId: null }, file);
      // Ten pictures at once are one mail.
      const isOneOfSeveral = await exists(
        db,
        sql`
          select from desk.events
          where lead_id = ${leadId} and kind = 'paper_added' and actor is null and at > now() - interval '1 hour'`,
      );
      const eventId = await record('paper_added', { paper_id: id, kind });
      current.asked_at ??= current.now;
      await (isOneOfSeveral ? saveSellersCase(db, current) : askFirm(work, eventId));
    },
  });

/** Removes a paper that the seller has added. */
export const removeOwnPaper = defineSellersChange({
  name: 'remove_paper',
  given: z.object({ ...ofSeller, paper_id: uuid }),
  limit: { kind: 'paper_removed', most: 60, seconds: DAY_SECONDS },
  async work({ db, current, record }, { paper_id }) {
    await dropPaper(db, current.lead_id, paper_id, sql`added_by is null`);
    await record('paper_removed', { paper_id });
    await saveSellersCase(db, current);
  },
});
