import { enquiryLink } from '#lead/enquiry-key.ts';
import type { Lead } from '#lead/lead.ts';
import { referenceOf } from '#lead/reference.ts';
import { suspectReasonsOf } from '#lead/suspicion.ts';
import { readHoneypot } from './form-answers.ts';
import type { NotSentReason } from '#lead/form-notices.ts';
import { originOfVisit } from './origin-of-visit.ts';
import type { Receipt } from './receipt.ts';
import { sendLead } from './send-lead.ts';
import { submissionFor } from './submission.ts';
import type { FormDraft } from './use-form-draft.ts';

/**
 * Sends a lead. The draft records the attempt before it is made and after it has failed.
 *
 * @returns the receipt, or why the lead was not sent
 */
export async function deliver<FormLead extends Lead>(
  form: HTMLFormElement,
  lead: FormLead,
  { draft, save, fillMs }: FormDraft,
): Promise<Receipt<FormLead> | NotSentReason> {
  const submission = await submissionFor(lead, draft.current.submission, new Date(), originOfVisit());
  // If the page is reloaded during sending, the form then says that we cannot tell whether the answers arrived.
  save({ submission: { ...submission, wasTried: true }, notSent: 'unanswered' });
  const suspectReasons = suspectReasonsOf({ honeypot: readHoneypot(form), fillMs: fillMs() });
  const result = await sendLead(lead, submission, suspectReasons);
  if (!result.ok) {
    const wasTried = submission.wasTried === true || result.reason === 'unanswered';
    save({ submission: { ...submission, wasTried }, notSent: result.reason });
    return result.reason;
  }
  const link = result.key && enquiryLink(window.location.origin, result.key);
  return { reference: referenceOf(submission.id), link, lead };
}
