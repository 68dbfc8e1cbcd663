import { readFile } from '#src/lib/files/read-file.ts';
import { sendFile, type PartAnswer, type SendPart } from '#src/lib/files/send-file.ts';
import { shrinkPicture } from '#src/lib/files/shrink-picture.ts';
import { call, type ChangeArgs } from './calls.ts';
import { Refusal, Unavailable } from './refusal.ts';
import type { Lead } from './types.ts';

const RETRY_MS = 3_000;
const TRIES = 5;

/** Reads the contents of a paper. @returns undefined if it cannot be read */
export const readPaper = (paperId: string, size: 'whole' | 'small') =>
  readFile('/api/read_paper', { paper_id: paperId, size });

function partAnswerOf(error: unknown): PartAnswer {
  if (error instanceof Unavailable) return { ok: false, waitMs: RETRY_MS };
  if (!(error instanceof Refusal)) throw error;
  if (error.status === 429) return { ok: false, waitMs: (Number(error.detail) || 1) * 1000 };
  return { ok: false, message: error.message };
}

/** Sends the parts of a file for a lead or, with null, for the site's texts. */
export const partsFor =
  (lead_id: string | null, person?: string): SendPart =>
  (...[name, part]) =>
    call(
      name as 'upload_part',
      { lead_id, ...(part as typeof part & { start: number; content: string }) },
      person,
    ).then(({ received }) => ({ ok: true as const, received }), partAnswerOf);

async function retry<T>(store: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await store();
    } catch (error) {
      if (!(error instanceof Unavailable) || tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/**
 * Sends a file, and then has it stored.
 *
 * @param send resolves with why it was refused
 * @returns what was stored, or why it was not; unless it was refused, the file may have been stored
 */
export async function storeFile<T extends object>(
  send: () => Promise<string | undefined>,
  store: () => Promise<T>,
): Promise<T | { problem: string; isRefused: boolean }> {
  try {
    const problem = await send();
    return problem === undefined ? await retry(store) : { problem, isRefused: true };
  } catch (error) {
    // With this hint, it was stored, and somebody has changed the title since.
    if (error instanceof Refusal) return { problem: error.message, isRefused: error.hint !== 'request_id' };
    if (error instanceof Unavailable)
      return { problem: 'The desk does not answer. Please try again.', isRefused: false };
    throw error;
  }
}

/**
 * Sends a file, and adds it to a lead.
 *
 * @param id the same for every retry, so that the file is added once
 * @param person the id of the user who adds it
 * @returns the lead as it is then, or why it was not added; unless it was refused, the file may have been stored
 */
export async function addPaper(
  file: File,
  args: ChangeArgs['add_paper'],
  { id, person }: { id: string; person: string },
  onProgress: (share: number) => void,
): Promise<Lead | { problem: string; isRefused: boolean }> {
  return storeFile(
    async () => sendFile(partsFor(args.lead_id, person), await shrinkPicture(file), id, onProgress),
    () => call('add_paper', { ...args, request_id: id }, person),
  );
}
