import { readFile } from '#src/lib/files/read-file.ts';
import { sendFile } from '#src/lib/files/send-file.ts';
import { shrinkPicture } from '#src/lib/files/shrink-picture.ts';
import { call } from './calls.ts';
import { partsFor, storeFile } from './papers.ts';

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
  return storeFile(
    async () => sendFile(partsFor(null), await shrinkPicture(file), id, onProgress),
    () => call('add_site_picture', { upload_id: id }),
  );
}
