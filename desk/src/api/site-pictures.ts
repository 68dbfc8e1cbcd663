import { sendFile, type SendPart } from '#src/lib/files/send-file.ts';
import { shrinkPicture } from '#src/lib/files/shrink-picture.ts';
import { call } from './calls.ts';
import { partAnswerOf, readFile, storeFile } from './papers.ts';

/** Reads a picture of the site's texts. @returns undefined if it cannot be read */
export const readSitePicture = (id: string): Promise<Blob | undefined> =>
  readFile('/api/read_site_picture', { id });

/**
 * Sends a picture and stores it for the site's texts. For owners only.
 *
 * @param id the same for every retry, so that an interrupted upload continues
 * @returns the picture's id, or why it was not stored
 */
export async function addSitePicture(
  file: File,
  id: string,
  onProgress: (share: number) => void,
): Promise<{ id: string } | { problem: string }> {
  const send: SendPart = (...[name, part]) =>
    call(name as 'upload_part', {
      lead_id: null,
      ...(part as typeof part & { start: number; content: string }),
    }).then(({ received }) => ({ ok: true as const, received }), partAnswerOf);
  return storeFile(
    async () => sendFile(send, await shrinkPicture(file), id, onProgress),
    () => call('add_site_picture', { upload_id: id }),
  );
}
