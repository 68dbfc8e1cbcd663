import { newEnquiryKey, type EnquiryKey } from '#lead/enquiry-key.ts';
import type { Lead } from '#lead/lead.ts';
import { submissionIdOf } from '#lead/submission-id.ts';
import { HAS_SELLERS_PAGE } from '../../lib/has-sellers-page.ts';
import { randomUuid } from './uuid.ts';

/** One set of answers that is sent. All retries belong to the same submission. */
export type Submission = {
  /** The idempotency key: leads that are sent with the same id are stored once. */
  id: string;
  /** The lead as JSON. */
  answers: string;
  /** Where the lead came from at the first attempt to send it (`#lead/origin.ts`). */
  origin?: string | undefined;
  /** The key of the seller's own page, whose hash is sent with the lead. Outside a secure context, and on a site without that page, there is none. */
  enquiryKey?: EnquiryKey | undefined;
  /** Whether an earlier attempt, whose outcome is unknown, may have stored the lead and the hash of its key. */
  wasTried?: boolean | undefined;
};

/**
 * Returns the submission for a lead. For the same answers this is the previous submission: its id depends on the day,
 * so a retry after midnight would otherwise get another id and store a second lead. For other answers it is a new one,
 * so that the server does not take a correction for a retry.
 *
 * @param origin the lead origin of a new submission; the previous submission keeps its own
 */
export async function submissionFor(
  lead: Lead,
  previous: Submission | undefined,
  now: Date,
  origin: string,
): Promise<Submission> {
  const answers = JSON.stringify(lead);
  if (previous?.answers === answers) return previous;
  // `submissionIdOf` needs `crypto.subtle`, which is missing on a phone that opens the development server over http.
  if (!isSecureContext) return { id: randomUuid(), answers, origin };
  return {
    id: await submissionIdOf(lead, now),
    answers,
    origin,
    enquiryKey: HAS_SELLERS_PAGE ? await newEnquiryKey() : undefined,
  };
}
