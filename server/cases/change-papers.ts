/** What is done with the pictures and documents of a lead, by staff and on the seller's page. */
import * as z from 'zod';
import { tidyLine } from '#lead/text.ts';
import { PAPER_KINDS, type PaperKind } from '../database/codes.ts';
import { allOf, execute, exists, sql, type Db, type Sql } from '../database/statement.ts';
import { code, optional, text, uuid } from '../http/json.ts';
import { MOST_PAPERS, type AcceptedFile } from '../papers/accept-file.ts';
import { newSealKey, seal } from '../papers/seal.ts';
import { endUpload } from './uploads.ts';
import { Refused, refuseUnless } from '../refused.ts';
import { defineChange, ofLead, touch } from './change.ts';

/** The title of a paper, in one line. A longer one, such as the name of a file, is cut. */
export const paperTitle = text.transform((typed) =>
  Array.from(tidyLine(typed)).slice(0, 100).join('').trim(),
);

type NewPaper = {
  id: string;
  leadId: string;
  /** Null for the seller. */
  by: string | null;
  kind: PaperKind;
  title: string;
  isShown: boolean;
  offerId: string | null;
};

/**
 * Stores a paper. The lead's case must be locked.
 *
 * @param file undefined if it did not arrive, or was stored before
 * @throws {Refused} 409 without a file; 422 if the lead has as many papers as it may have
 */
export async function storePaper(
  db: Db,
  { id, leadId, by, kind, title, isShown, offerId }: NewPaper,
  file: AcceptedFile | undefined,
): Promise<void> {
  if (!file) throw new Refused(409, 'upload', 'The file did not arrive as a whole. Please send it again.');
  const isFull = await exists(
    db,
    sql`select from desk.papers where lead_id = ${leadId} and removed_at is null offset ${MOST_PAPERS - 1}`,
  );
  refuseUnless(
    !isFull,
    'file',
    `There are ${MOST_PAPERS} files already, which is the most that we can keep.`,
  );
  const key = newSealKey();
  const { fileType, whole } = file;
  const picture = fileType === 'jpeg' ? file : undefined;
  await execute(
    db,
    sql`
      insert into desk.papers (
        id, lead_id, added_by, kind, title, file_type, bytes, width, height, is_shown, offer_id, seal_key
      )
      values (
        ${id}, ${leadId}, ${by}, ${kind}, ${title || PAPER_KINDS[kind]}, ${fileType}, ${whole.length},
        ${picture?.width ?? null}, ${picture?.height ?? null}, ${isShown}, ${offerId}, ${key}
      )`,
  );
  const contents = { whole, ...(picture && { small: picture.small }) };
  for (const [size, bytes] of Object.entries(contents)) {
    await execute(db, sql`insert into desk.paper_contents values (${id}, ${size}, ${seal(key, bytes)})`);
  }
  await endUpload(db, id);
}

/**
 * Removes a paper: no call reads its contents any more, and the server deletes it (`operations/regular-deletions.ts`). The
 * database refuses it with 423 while the lead, or one that it was merged with, is on hold. The lead's case must be locked.
 *
 * @param mayRemove a condition on `papers`
 * @throws {Refused} 422 if there is no such paper
 */
export async function dropPaper(db: Db, leadId: string, id: string, mayRemove: Sql): Promise<void> {
  const removed = await execute(
    db,
    sql`
      update desk.papers set removed_at = now(), seal_key = null
      where id = ${id} and lead_id = ${leadId} and removed_at is null and ${mayRemove}`,
  );
  refuseUnless(removed > 0, 'paper_id', 'Only the person who added this can remove it.');
}

export const addPaperGiven = z.object({
  ...ofLead,
  kind: code(PAPER_KINDS, 'Choose what it is.'),
  title: paperTitle,
  /** Whether the seller sees it. */
  is_shown: z.boolean('Say whether the seller sees it.'),
  offer_id: optional(uuid),
});

/** Adds a paper of the staff. The request's id is that of the upload, and becomes the paper's. */
export const addPaper = (file: AcceptedFile | undefined) =>
  defineChange({
    name: 'add_paper',
    given: addPaperGiven,
    async work({ db, me, current, record }, { request_id: id, kind, title, is_shown, offer_id }) {
      const { lead_id: leadId } = current;
      const isTheirs =
        offer_id === null ||
        (await exists(db, sql`select from desk.offers where id = ${offer_id} and lead_id = ${leadId}`));
      refuseUnless(isTheirs, 'offer_id', 'This offer is not for this lead.');
      await storePaper(
        db,
        { id, leadId, by: me.id, kind, title, isShown: is_shown, offerId: offer_id },
        file,
      );
      await allOf([touch(db, leadId), record('paper_added', { paper_id: id, kind, is_shown })]);
    },
  });

/** Removes a paper: whoever has added it may, and an owner may remove every one. */
export const removePaper = defineChange({
  name: 'remove_paper',
  given: z.object({ ...ofLead, paper_id: uuid }),
  async work({ db, me, current, record }, { paper_id }) {
    await dropPaper(
      db,
      current.lead_id,
      paper_id,
      me.role === 'owner' ? sql`true` : sql`added_by = ${me.id}`,
    );
    await allOf([touch(db, current.lead_id), record('paper_removed', { paper_id })]);
  },
});
