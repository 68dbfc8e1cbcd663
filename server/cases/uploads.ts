/**
 * A file is sent in parts, each in a call of its own, so that nothing but the last part is lost with a connection. The
 * browser makes the id. `beginUpload` answers how much the server has, also after an interruption, and `storePart` adds to
 * it. Any server on the database can take any part.
 */
import * as z from 'zod';
import { bytea, execute, exists, firstRowOf, rowsOf, sql, type Db } from '../database/statement.ts';
import { uuid } from '../http/json.ts';
import { MOST_BYTES, MOST_PAPERS } from '../papers/accept-file.ts';
import type { ReadRoom } from '../papers/room.ts';
import { newSealKey, seal, unseal } from '../papers/seal.ts';
import { Refused, refuseUnless } from '../refused.ts';
import { lockCase } from './change.ts';

/** A part is small enough to arrive over a slow connection within the time that a request may take. */
const PART_BYTES = 128 * 1024;

/** What the call that begins a file is given, and the one with a part, besides whose it is. */
export const ofUpload = { upload_id: uuid, bytes: z.int('This is not a size.') };
export const ofPart = {
  upload_id: uuid,
  start: z.int('This is not a place in the file.').min(0, 'This is not a place in the file.'),
  content: z.base64('This is not base64.').transform((text) => Buffer.from(text, 'base64')),
};

/** For which lead, and by whom: a member of staff, or null for the seller. A picture of the site is for no lead. */
export type Sender = { leadId: string; by: string | null } | { leadId: null; by: string };

const uploadSchema = z.object({
  bytes: z.int(),
  received: z.int(),
  seal_key: bytea,
  has_ended: z.boolean(),
});

const readUpload = (db: Db, id: string, { leadId, by }: Sender) =>
  firstRowOf(
    db,
    uploadSchema,
    sql`
      select bytes, received, seal_key, ended_at is not null as has_ended from desk.uploads
      where id = ${id} and lead_id is not distinct from ${leadId} and added_by is not distinct from ${by}
      for no key update`,
  );

const gone = () => new Refused(409, 'upload', 'The file did not arrive as a whole. Please send it again.');

/** How many of the files of a lead are there, or are being sent. */
const hasRoom = async (db: Db, leadId: string) =>
  !(await exists(
    db,
    sql`
      select from (
        select from desk.papers where lead_id = ${leadId} and removed_at is null
        union all
        select from desk.uploads
        where lead_id = ${leadId} and ended_at is null and touched_at > now() - interval '2 hours'
      ) as files offset ${MOST_PAPERS - 1}`,
  ));

const NO_ROOM = 'There is no room for more documents and pictures at the moment.';

/** Begins a file, or goes on with it. @returns how many bytes of it the server has */
export async function beginUpload(
  db: Db,
  { upload_id: id, bytes }: { upload_id: string; bytes: number },
  sender: Sender,
  readRoom: ReadRoom,
): Promise<{ received: number }> {
  // The answer to the call that added it was lost. The next one is answered like that one.
  const isAdded = await exists(
    db,
    sql`select from desk.requests where id = ${id} and lead_id = ${sender.leadId}`,
  );
  if (isAdded) return { received: bytes };
  refuseUnless(bytes > 0, 'file', 'This file is empty.');
  refuseUnless(bytes <= MOST_BYTES, 'file', 'This file is larger than 15 MB.');
  const begun = await readUpload(db, id, sender);
  if (begun) {
    if (begun.bytes !== bytes || begun.has_ended) throw gone();
    return { received: begun.received };
  }
  const { state } = await readRoom(db);
  const next = sender.by === null ? 'Please email this one to us.' : 'Please tell whoever runs the server.';
  refuseUnless(state !== 'full', 'file', `${NO_ROOM} ${next}`);
  const { leadId, by } = sender;
  if (leadId !== null) {
    // Two files that begin at once must not both get the last place.
    await lockCase(db, leadId);
    refuseUnless(
      await hasRoom(db, leadId),
      'file',
      'There are 20 files already, which is the most that we can keep.',
    );
  }
  const added = await execute(
    db,
    sql`
      insert into desk.uploads (id, lead_id, added_by, bytes, seal_key)
      values (${id}, ${leadId}, ${by}, ${bytes}, ${newSealKey()})
      on conflict do nothing`,
  );
  if (added === 0) throw gone();
  return { received: 0 };
}

/** Adds a part. If it is not the next one, nothing is added. @returns how many bytes of the file the server has */
export async function storePart(
  db: Db,
  { upload_id: id, start, content }: { upload_id: string; start: number; content: Buffer },
  sender: Sender,
): Promise<{ received: number }> {
  refuseUnless(
    content.length > 0 && content.length <= PART_BYTES,
    'content',
    'The part is empty or too large.',
  );
  const upload = await readUpload(db, id, sender);
  if (!upload || upload.has_ended) throw gone();
  if (start !== upload.received) return { received: upload.received };
  const received = start + content.length;
  refuseUnless(received <= upload.bytes, 'content', 'The file is larger than was said.');
  await execute(db, sql`update desk.uploads set received = ${received}, touched_at = now() where id = ${id}`);
  await execute(
    db,
    sql`insert into desk.upload_parts values (${id}, ${start}, ${seal(upload.seal_key, content)})`,
  );
  return { received };
}

/**
 * Reads the file that was sent; undefined if there is none, for example because it was added before.
 *
 * @throws {Refused} 409 if a part is missing
 */
export async function readUploaded(db: Db, id: string, sender: Sender): Promise<Buffer | undefined> {
  const upload = await readUpload(db, id, sender);
  if (!upload || upload.has_ended) return undefined;
  if (upload.received !== upload.bytes) throw gone();
  const parts = await rowsOf(
    db,
    z.object({ sealed: bytea }),
    sql`select sealed from desk.upload_parts where upload_id = ${id} order by start`,
  );
  return Buffer.concat(parts.map(({ sealed }) => unseal(upload.seal_key, sealed)));
}

/** Ends a file that was added. The server deletes its parts within a minute. */
export const endUpload = (db: Db, id: string) =>
  execute(db, sql`update desk.uploads set ended_at = now() where id = ${id}`);
