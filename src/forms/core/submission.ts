import type { Lead } from '#lead/lead.ts';
import { submissionIdOf } from '#lead/submission-id.ts';
import { randomUuid } from './uuid.ts';

/** One set of answers that is sent, with its idempotency key. Retries belong to the same submission. */
export type Submission = {
  id: string;
  /** The lead as JSON. */
  answers: string;
  /** Where it came from when it was first sent (`origin.ts`). */
  origin?: string | undefined;
};

/**
 * The submission for a lead. With the same answers it is the previous one, so that a retry after midnight does not
 * store a second lead; with other answers a new one, so that the server does not mistake a correction for a retry.
 *
 * @param origin of a new submission; a previous one keeps its own
 */
export async function submissionFor(
  lead: Lead,
  previous: Submission | undefined,
  now: Date,
  origin: string,
): Promise<Submission> {
  const answers = JSON.stringify(lead);
  if (previous?.answers === answers) return previous;
  // Over plain http, browsers have no hashes: a phone that opens the development server.
  return { id: isSecureContext ? await submissionIdOf(lead, now) : randomUuid(), answers, origin };
}
