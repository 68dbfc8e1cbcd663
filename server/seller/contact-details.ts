import * as z from 'zod';
import { correctLead, formerValues, readContact } from '../cases/correct-lead.ts';
import { allOf } from '../database/statement.ts';
import { optional, text } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import { askFirm, defineSellersChange, mailFirm, ofSeller, saveSellersCase } from './change.ts';
import { DAY_SECONDS } from './limits.ts';

/**
 * Corrects the telephone number or the e-mail address. The former values stay in the desk's history until the lead is
 * erased. If the lead was merged into another one, the other one keeps its details, and staff decide whether they are wrong
 * too: whoever gets the mails to its address can open its page.
 */
export const correctContact = defineSellersChange({
  name: 'correct_contact',
  given: z.object({ ...ofSeller, phone: optional(text), email: optional(text) }),
  limit: { kind: 'contact_corrected', most: 3, seconds: DAY_SECONDS },
  async work(work, { phone, email }) {
    const { db, opened, current, record } = work;
    const { leadId } = opened;
    refuseUnless(phone !== null || email !== null, 'phone', 'Please give a number or an address.');
    const former = await readContact(db, leadId);
    refuseUnless(
      email === null || former.source !== 'chat_widget',
      'email',
      'An enquiry from the chat has no e-mail address. Please send us the address as a message.',
    );
    let corrected = former;
    if (phone !== null) corrected = await correctLead(db, leadId, 'phone', phone);
    if (email !== null) corrected = await correctLead(db, leadId, 'email', email);
    const eventId = await record('contact_corrected', {}, formerValues(former, corrected));
    if (current.duplicate_of !== null) await askFirm(work, eventId);
    else await allOf([saveSellersCase(db, current), mailFirm(db, opened, eventId)]);
  },
});
