import pg from 'pg';
import * as z from 'zod';
import { phoneKey } from '#lead/phone-number.ts';
import { touch } from '../cases/change.ts';
import { lengthOf, writeEvent, writeText } from '../cases/events.ts';
import { rowOf, sql, type Db, type Sql } from '../database/statement.ts';
import { text } from '../http/json.ts';
import { Refused, refuseUnless } from '../refused.ts';
import { defineSellersChange, ofSeller } from './changes.ts';
import { mailFirm } from './mails.ts';

const leadSchema = z.object({
  id: z.string(),
  source: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
});
type Lead = z.infer<typeof leadSchema>;

const readLead = (db: Db, leadId: string) =>
  rowOf(db, leadSchema, sql`select id, source, phone, email from public.leads where id = ${leadId}`);

const updateLead = (db: Db, leadId: string, changes: Sql) =>
  rowOf(
    db,
    leadSchema,
    sql`update public.leads set ${changes} where id = ${leadId} returning id, source, phone, email`,
  );

const CHECK_VIOLATION = '23514';

/** Changes a value by the rules of the forms, which are constraints. @throws {Refused} 422 with the forms' message */
async function correct(db: Db, leadId: string, argument: 'phone' | 'email', value: string): Promise<Lead> {
  try {
    return await updateLead(db, leadId, argument === 'phone' ? sql`phone = ${value}` : sql`email = ${value}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== CHECK_VIOLATION) throw error;
    const messages =
      argument === 'phone'
        ? {
            isLong: lengthOf(value.trim()) > 20,
            long: 'Phone number too long',
            wrong: 'Phone number must be at least 10 digits',
          }
        : { isLong: lengthOf(value) > 255, long: 'Email too long', wrong: 'Invalid email address' };
    throw new Refused(422, argument, messages.isLong ? messages.long : messages.wrong);
  }
}

/** Keeps the former values of a corrected lead as texts of the event. */
async function writeFormer(db: Db, eventId: string, former: Lead, corrected: Lead): Promise<void> {
  const text = { eventId, leadId: former.id };
  if (former.phone !== corrected.phone)
    await writeText(db, { ...text, part: 'former_phone', body: former.phone });
  if (former.email !== corrected.email)
    await writeText(db, { ...text, part: 'former_email', body: former.email });
}

/** Corrects the lead that the seller's lead was merged into, as far as it has the same former values. */
async function correctMerged(db: Db, caseId: string, former: Lead, corrected: Lead): Promise<void> {
  const before = await readLead(db, caseId);
  const isSameNumber = phoneKey(before.phone) === phoneKey(former.phone);
  const after = await updateLead(
    db,
    caseId,
    sql`
      phone = ${isSameNumber ? corrected.phone : before.phone},
      email = case lower(email) when lower(${former.email}) then ${corrected.email} else email end`,
  );
  if (before.phone === after.phone && before.email === after.email) return;
  const eventId = await writeEvent(db, { actor: null, leadId: caseId, kind: 'contact_corrected' });
  await writeFormer(db, eventId, before, after);
}

/**
 * Corrects the telephone number or the e-mail address. The former values stay in the desk's history until the lead is
 * erased.
 */
export const correctContact = defineSellersChange({
  name: 'correct_contact',
  given: z.object({ ...ofSeller, phone: text.nullish(), email: text.nullish() }),
  limit: { kind: 'contact_corrected', most: 3, seconds: 86_400 },
  mailsFirm: true,
  async work({ db, opened, record }, { phone = null, email = null }) {
    const { leadId, caseId } = opened;
    refuseUnless(phone !== null || email !== null, 'phone', 'Please give a number or an address.');
    const former = await readLead(db, leadId);
    refuseUnless(
      email === null || former.source !== 'chat_widget',
      'email',
      'An enquiry from the chat has no e-mail address. Please send us the address as a message.',
    );
    let corrected = former;
    if (phone !== null) corrected = await correct(db, leadId, 'phone', phone);
    if (email !== null) corrected = await correct(db, leadId, 'email', email);
    const eventId = await record('contact_corrected');
    await writeFormer(db, eventId, former, corrected);
    await mailFirm(db, opened, eventId);
    if (leadId !== caseId) await correctMerged(db, caseId, former, corrected);
    await touch(db, caseId);
  },
});
