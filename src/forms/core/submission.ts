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
 * The submission for a lead. For the same answers it is the previous submission, so that a retry after midnight does
 * not store a second lead. For other answers it is a new one, so that the server does not take a correction for a
 * retry.
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
  // Browsers offer hashes only over https and on localhost, so a phone that opens the development server has none.
  return { id: isSecureContext ? await submissionIdOf(lead, now) : randomUuid(), answers, origin };
}
