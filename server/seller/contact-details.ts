import * as z from 'zod';
import { endKeys } from '../cases/links.ts';
import { cancelSellerMails } from '../cases/mails.ts';
import { correctLead, formerValues, readContact } from '../cases/correct-lead.ts';
import { allOf, execute, rowOf, sql, type Db } from '../database/statement.ts';
import { optional, text } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import {
  askFirm,
  defineSellersChange,
  mailFirm,
  ofSeller,
  saveSellersCase,
  type SellersWork,
} from './change.ts';
import { contactBefore } from './contact-before.ts';
import { DAY_SECONDS } from './limits.ts';

/** Whoever has the page of somebody else can change the details too, so the address before is told. */
const tellFormerAddress = (db: Db, leadId: string, eventId: string) =>
  execute(
    db,
    sql`
      insert into private.notifications (lead_id, kind, number, event_id)
      select ${leadId}, 'contact_changed', count(*) + 1, ${eventId}
      from private.notifications where lead_id = ${leadId} and kind = 'contact_changed'`,
  );

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
    await allOf([
      current.duplicate_of !== null
        ? askFirm(work, eventId)
        : allOf([saveSellersCase(db, current), mailFirm(db, opened, eventId)]),
      tellFormerAddress(db, leadId, eventId),
    ]);
  },
});

const beforeSchema = z.object({ phone: z.string(), email: z.string().nullable() });

/**
 * Puts the contact details back as they were before a change, and ends all links but the one that does so: somebody else
 * has one of them.
 */
export async function undoContactChange(work: SellersWork, eventId: string, keyHash: Buffer): Promise<void> {
  const { db, opened, record } = work;
  const { leadId } = opened;
  const [former, before] = await allOf([
    readContact(db, leadId),
    rowOf(
      db,
      beforeSchema,
      sql`
        select ${contactBefore(leadId, sql`${eventId}`, 'phone')} as phone,
          ${contactBefore(leadId, sql`${eventId}`, 'email')} as email`,
    ),
  ]);
  let restored = await correctLead(db, leadId, 'phone', before.phone);
  if (before.email !== null) restored = await correctLead(db, leadId, 'email', before.email);
  await allOf([
    endKeys(db, sql`lead_id = ${leadId} and key_hash <> ${keyHash}`),
    cancelSellerMails(db, [leadId]),
    askFirm(work, await record('contact_restored', {}, formerValues(former, restored))),
  ]);
}
