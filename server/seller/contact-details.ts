import * as z from 'zod';
import type { Case } from '../cases/change.ts';
import { correctLead, readContact } from '../cases/correct-lead.ts';
import { writeEvent } from '../cases/events.ts';
import { endKeys } from '../cases/links.ts';
import { cancelSellerMails, queueMail } from '../cases/mails.ts';
import { settleReturn } from '../cases/returned-mails.ts';
import { allOf, rowOf, sql, type Db } from '../database/statement.ts';
import { optional, text } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import { askFirm, defineSellersChange, mailFirm, ofSeller, saveSellersCase } from './change.ts';
import { contactBefore } from './contact-before.ts';
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
    refuseUnless(
      phone !== null || email !== null,
      'phone',
      'Please give a phone number or an email address.',
    );
    const former = await readContact(db, leadId);
    refuseUnless(
      email === null || former.source !== 'chat_widget',
      'email',
      'An enquiry from the chat has no email address. Please send us yours as a message.',
    );
    const texts = await correctLead(db, former, { phone, email });
    refuseUnless(
      email === null || texts.former_email !== undefined,
      'email',
      'This is the address that we have. Please give us another one.',
    );
    const eventId = await record('contact_corrected', {}, texts);
    if (texts.former_email) await settleReturn(work);
    await allOf([
      current.duplicate_of !== null
        ? askFirm(work, eventId)
        : allOf([saveSellersCase(db, current), mailFirm(db, opened, eventId)]),
      // Whoever has the page of somebody else can change the details too, so the address before is told.
      queueMail(db, { leadId, kind: 'contact_changed', eventId }),
    ]);
  },
});

const beforeSchema = z.object({ phone: z.string().nullable(), email: z.string().nullable() });

type Undo = {
  current: Case;
  /** The change that is undone, with all changes after it. */
  eventId: string;
  /** The key that stays. All others end, because somebody else has one of them. */
  keyHash: Buffer;
  requestId: string;
};

/** Puts the contact details back as they were before a change, with the desk's role. */
export async function undoContactChange(db: Db, { current, eventId, keyHash, requestId }: Undo) {
  const { lead_id: leadId } = current;
  const before = (part: 'former_phone' | 'former_email') =>
    contactBefore(sql`${leadId}`, sql`${eventId}`, part);
  const [former, restored] = await allOf([
    readContact(db, leadId),
    rowOf(
      db,
      beforeSchema,
      sql`select ${before('former_phone')} as phone, ${before('former_email')} as email`,
    ),
  ]);
  const texts = await correctLead(db, former, restored);
  const id = await writeEvent(db, { actor: null, leadId, kind: 'contact_restored', requestId, texts });
  await allOf([
    endKeys(db, sql`lead_id = ${leadId} and key_hash <> ${keyHash}`),
    cancelSellerMails(db, [leadId]),
    askFirm({ db, opened: { leadId }, current }, id),
  ]);
}
