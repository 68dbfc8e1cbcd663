/** The pictures and PDFs of a mail that is proven to be the seller's: they go to the papers as an upload does. */
import { randomUUID } from 'node:crypto';
import { paperTitle, storePaper } from '../cases/change-papers.ts';
import { writeEvent } from '../cases/events.ts';
import type { Db } from '../database/statement.ts';
import { acceptInTurn, MOST_BYTES, MOST_PAPERS, type AcceptedFile } from '../papers/accept-file.ts';
import type { ReadRoom } from '../papers/room.ts';
import { Refused, refuseUnless } from '../refused.ts';
import type { Attached, ReadMail } from './read-mail.ts';

const TYPES = /^(?:image\/|application\/pdf$)/;
const ENDINGS = /\.(?:pdf|jpe?g|png|webp|hei[cf])$/i;
/** A smaller picture within the text is rather the logo of a signature. */
const LEAST_BYTES_WITHIN_TEXT = 50_000;
const NO_ROOM = 'There is no room here for more pictures and documents. Tell whoever runs the server.';

/** What became of a file: accepted, or the sentence that says why not. */
export type Files = ReadonlyMap<Attached, AcceptedFile | string>;

const mayBePaper = ({ name, type, bytes, isWithinText }: Attached) =>
  (TYPES.test(type) || ENDINGS.test(name)) && !(isWithinText && bytes.length < LEAST_BYTES_WITHIN_TEXT);

/** @returns what `work` returns, or the sentence with which it refuses the file */
async function orRefusal<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused && error.status === 422) return error.message;
    throw error;
  }
}

/**
 * Accepts the files of a mail, one after the other.
 *
 * @param isCut whether the end of the mail, and so of its last file, was not read
 */
export async function acceptFiles({ attachments }: ReadMail, isCut: boolean): Promise<Files> {
  const files = new Map<Attached, AcceptedFile | string>();
  const whole = isCut ? attachments.slice(0, -1) : attachments;
  for (const attached of whole.filter(mayBePaper).slice(0, MOST_PAPERS)) {
    const result = await orRefusal(async () => {
      refuseUnless(attached.bytes.length <= MOST_BYTES, 'file', 'This file is larger than 15 MB.');
      return acceptInTurn(
        () => Promise.resolve(Buffer.from(attached.bytes)),
        (file) => Promise.resolve(file),
      );
    });
    if (result !== undefined) files.set(attached, result);
  }
  return files;
}

/** Ids for so many papers, in this order: papers that were added in one transaction are in the order of their ids. */
export const paperIds = (count: number) => Array.from({ length: count }, () => randomUUID()).sort();

/** Stores a file as a paper. The lead's case must be locked. @returns the sentence with which it is refused, if it is */
export async function storeFile(
  db: Db,
  { id, leadId }: { id: string; leadId: string },
  { name }: Attached,
  file: AcceptedFile,
  readRoom: ReadRoom,
): Promise<string | undefined> {
  const kind = file.fileType === 'jpeg' ? 'picture' : 'other';
  const paper = {
    id,
    leadId,
    by: null,
    kind,
    title: paperTitle.parse(name),
    isShown: true,
    offerId: null,
  } as const;
  return orRefusal(async () => {
    refuseUnless((await readRoom(db)).state !== 'full', 'file', NO_ROOM);
    await storePaper(db, paper, file);
    const facts = { by: 'mail', paper_id: id, kind };
    await writeEvent(db, { actor: null, leadId, kind: 'paper_added', facts });
    return undefined;
  });
}
