import { sendFile, type SendPart } from '#src/lib/files/send-file.ts';

/** Reads a picture of the site's texts. @returns undefined if it cannot be read */
export async function readSitePicture(id: string): Promise<Blob | undefined> {
  return Promise.resolve(id === '' ? undefined : undefined);
}
export async function addSitePicture(
  file: File,
  id: string,
  onProgress: (share: number) => void,
): Promise<{ id: string } | { problem: string }> {
  const send: SendPart = () => Promise.resolve({ ok: false, message: '' });
  await sendFile(send, file, id, onProgress);
  return { problem: '' };
}
