import type { Lead } from '#lead/lead.ts';
import { randomUuid } from './uuid.ts';

/** One set of answers that is sent, with its idempotency key. Retries belong to the same submission. */
export type Submission = {
  id: string;
  /** The lead as JSON. */
  answers: string;
};

/**
 * The submission for a lead. With the same answers it is the previous one, so that a retry does not store a
 * second lead; with other answers a new one, so that the server does not mistake a correction for a retry.
 */
export function submissionFor(lead: Lead, previous: Submission | undefined): Submission {
  const answers = JSON.stringify(lead);
  return previous?.answers === answers ? previous : { id: randomUuid(), answers };
}
