import pg from 'pg';
import * as z from 'zod';
import { characterCount } from '#lead/text.ts';
import type { Texts } from '../cases/events.ts';
import { allOf, rowOf, sql, type Db } from '../database/statement.ts';
import { optional, text } from '../http/json.ts';
import { Refused, refuseUnless } from '../refused.ts';
import { askFirm, defineSellersChange, mailFirm, ofSeller, saveSellersCase } from './change.ts';
import { DAY_SECONDS } from './limits.ts';

const leadSchema = z.object({
  id: z.string(),
  source: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
});
type Lead = z.infer<typeof leadSchema>;

const readLead = (db: Db, leadId: string) =>
  rowOf(db, leadSchema, sql`select id, source, phone, email from public.leads where id = ${leadId}`);

const CHECK_VIOLATION = '23514';

/** The messages of the valuation form. */
const messageFor = {
  phone: (phone: string) =>
    characterCount(phone.trim()) > 20 ? 'Phone number too long' : 'Phone number must be at least 10 digits',
  email: (email: string) => (characterCount(email) > 255 ? 'Email too long' : 'Invalid email address'),
};

/** Changes a value by the rules of the forms, which are constraints. @throws {Refused} 422 if it breaks one */
const correct = (db: Db, { id }: Lead, argument: 'phone' | 'email', value: string): Promise<Lead> =>
  rowOf(
    db,
    leadSchema,
    sql`
      update public.leads set ${argument === 'phone' ? sql`phone` : sql`email`} = ${value}
      where id = ${id}
      returning id, source, phone, email`,
  ).catch((error: unknown) => {
    const isRule = error instanceof pg.DatabaseError && error.code === CHECK_VIOLATION;
    throw isRule ? new Refused(422, argument, messageFor[argument](value)) : error;
  });

/** The former values of a corrected lead, which the event keeps. */
const formerValues = (former: Lead, { phone, email }: Lead): Texts => ({
  ...(phone !== former.phone && { former_phone: former.phone }),
  ...(email !== former.email && { former_email: former.email }),
});

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
    refuseUnless(phone !== null || email !== null, 'phone', 'Please give a number or an address.');
    const former = await readLead(db, opened.leadId);
    refuseUnless(
      email === null || former.source !== 'chat_widget',
      'email',
      'An enquiry from the chat has no e-mail address. Please send us the address as a message.',
    );
    let corrected = former;
    if (phone !== null) corrected = await correct(db, former, 'phone', phone);
    if (email !== null) corrected = await correct(db, former, 'email', email);
    const eventId = await record('contact_corrected', {}, formerValues(former, corrected));
    if (current.duplicate_of !== null) await askFirm(work, eventId);
    else await allOf([saveSellersCase(db, current), mailFirm(db, opened, eventId)]);
  },
});
