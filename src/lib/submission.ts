import type { Lead } from '../../supabase/functions/_shared/lead/lead.ts';
import { randomUuid } from './uuid.ts';

/** One attempt to send one set of answers, however often it is repeated. */
export type Submission = {
  id: string;
  /** The answers that the id stands for. */
  answers: string;
};

/**
 * The submission for a lead: the previous one when the answers are the same, so that a retry can never
 * become a second lead; a new one when they differ, so that a correction is never taken for a replay.
 */
export function submissionFor(lead: Lead, previous: Submission | undefined): Submission {
  const answers = JSON.stringify(lead);
  return previous?.answers === answers ? previous : { id: randomUuid(), answers };
}
