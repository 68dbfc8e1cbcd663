import { dataUrlOf } from './data-url.ts';

/** As `server/cases/uploads.ts`. */
const PART_BYTES = 128 * 1024;

/** After so many failures in a row, about ten minutes, the file is given up. */
const MOST_FAILURES = 60;

const CUT_OFF = 'The connection was lost. Please choose this file again.';

export type PartAnswer =
  | { ok: true; received: number }
  /** The file is refused, with a sentence. */
  | { ok: false; message: string }
  /** There was no answer, or the server is busy. */
  | { ok: false; waitMs: number };

export type SendPart = (
  ...given:
    | [name: 'begin_upload', args: { upload_id: string; bytes: number }]
    | [name: 'upload_part', args: { upload_id: string; start: number; content: string }]
) => Promise<PartAnswer>;

/** Waits, but no longer than until there is a connection again. */
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    const goOn = () => {
      clearTimeout(timer);
      resolve();
    };
    window.addEventListener('online', goOn, { once: true });
  });

/**
 * Sends a file in parts. After a lost connection, asks the server how much it has, and goes on from there.
 *
 * @param onProgress called with the part that was sent, from 0 to 1
 * @returns undefined, or why the file was refused
 */
export async function sendFile(
  send: SendPart,
  file: Blob,
  id: string,
  onProgress: (share: number) => void,
): Promise<string | undefined> {
  let received: number | undefined;
  for (let failures = 0; failures < MOST_FAILURES;) {
    const answer: PartAnswer =
      received === undefined
        ? await send('begin_upload', { upload_id: id, bytes: file.size })
        : await send('upload_part', {
            upload_id: id,
            start: received,
            content: await base64Of(file.slice(received, received + PART_BYTES)),
          });
    if (answer.ok) {
      received = answer.received;
      failures = 0;
      onProgress(received / file.size);
      if (received === file.size) return undefined;
    } else if ('message' in answer) {
      return answer.message;
    } else {
      received = undefined;
      failures += 1;
      await pause(answer.waitMs);
    }
  }
  return CUT_OFF;
}

const base64Of = async (bytes: Blob) => (await dataUrlOf(bytes)).split(',')[1] ?? '';
