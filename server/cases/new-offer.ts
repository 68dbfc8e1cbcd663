import * as z from 'zod';
import { allOf } from '../database/statement.ts';
import { text } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import { defineChange, ofVersion, saveCase } from './change.ts';
import { nextStep, planNext } from './next-step.ts';
import { endDraft } from './offer-draft.ts';
import { NO_DETAILS, offerDetails } from './offer-details.ts';
import { terms, writeOffer } from './offer-terms.ts';
import { readLatestOffer, stands } from './offers.ts';
import { move } from './stage.ts';

/** Makes an offer, unless one stands or was accepted. */
export const offer = defineChange({
  name: 'offer',
  given: z.object({
    ...ofVersion,
    ...terms,
    conditions: text.nullable(),
    ...nextStep,
    details: offerDetails.default(NO_DETAILS),
  }),
  async work(work, given) {
    const { db, current } = work;
    // An offer counts in the firm's public record, which leaves out spam (desk.our_record).
    refuseUnless(!current.is_suspect, 'offer_id', 'This may be spam: mark it as not spam first.');
    const latest = await readLatestOffer(db, current.lead_id);
    const isOpen = stands(latest) || latest?.status === 'accepted';
    refuseUnless(!isOpen, 'offer_id', 'There is an open offer already. Change that one, and say why.');
    await writeOffer(work, {
      ...given,
      number: (latest?.number ?? 0) + 1,
      replaces: null,
      status: 'made',
      reason_code: null,
      open_point: null,
      evidence: null,
    });
    if (current.stage !== 'offer_made') await move(work, 'offer_made');
    await allOf([planNext(work, given), saveCase(db, current), endDraft(db, current.lead_id)]);
  },
});
