import { fileTypeFromBuffer } from 'file-type';
import { BUSY_SECONDS, limitConcurrency } from '../http/limit-concurrency.ts';
import { Refused, refuseUnless } from '../refused.ts';
import { makePicture, type Picture } from './make-picture.ts';

/** The largest file that anybody may send. */
export const MOST_BYTES = 15 * 1024 * 1024;
/** How many pictures and documents a lead may have, from the seller and from staff together. */
export const MOST_PAPERS = 20;

export type AcceptedFile = ({ fileType: 'jpeg' } & Picture) | { fileType: 'pdf'; whole: Buffer };

const PICTURES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/apng']);

/** What a phone may send that the server cannot read. `file-type` has these names for it. */
const APPLES = new Set(['image/heic', 'image/heic-sequence', 'image/heif', 'image/heif-sequence']);

const NOT_ACCEPTED = 'This is neither a picture (JPEG, PNG or WebP) nor a PDF.';
const APPLES_FORMAT =
  'This picture is in the format HEIC, which we cannot open. Please save it as JPEG, or take a screenshot of it, and send that.';

/**
 * Recognises the type of a file by its contents, never by its name. A picture is made anew. A PDF is kept as it is, and can
 * only be downloaded (`download.ts`).
 *
 * @throws {Refused} 422 with a sentence for whoever has sent the file
 */
export async function acceptFile(bytes: Buffer): Promise<AcceptedFile> {
  const { mime = '' } = (await fileTypeFromBuffer(bytes).catch(() => undefined)) ?? {};
  if (mime === 'application/pdf') return { fileType: 'pdf', whole: bytes };
  refuseUnless(!APPLES.has(mime), 'file', APPLES_FORMAT);
  refuseUnless(PICTURES.has(mime), 'file', NOT_ACCEPTED);
  return { fileType: 'jpeg', ...(await makePicture(bytes)) };
}

const inTurn = limitConcurrency({ running: 1, waiting: 30 });

/**
 * Reads, accepts and stores a file, one after the other on this server, so that only one is in the memory.
 *
 * @param read undefined if there is no file, because it was stored before
 * @param end ends the sending of a file that is refused
 * @throws {Refused} 503 if too many are waiting
 */
export async function acceptInTurn<T>(
  read: () => Promise<Buffer | undefined>,
  store: (file: AcceptedFile | undefined) => Promise<T>,
  end: () => Promise<unknown> = () => Promise.resolve(),
): Promise<T> {
  const done = await inTurn(async () => {
    const bytes = await read();
    const accepting = bytes && acceptFile(bytes);
    const file = await accepting?.catch(async (error: unknown) => {
      await end();
      throw error;
    });
    return { result: await store(file) };
  });
  if (done) return done.result;
  throw new Refused(503, 'busy', 'Please try again in a few seconds.', BUSY_SECONDS);
}
