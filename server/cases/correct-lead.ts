import pg from 'pg';
import * as z from 'zod';
import { characterCount } from '#lead/text.ts';
import { rowOf, sql, type Db } from '../database/statement.ts';
import { Refused } from '../refused.ts';
import type { Texts } from './events.ts';

const leadSchema = z.object({
  id: z.string(),
  source: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
});

/** How to reach the seller of a lead. */
export type LeadContact = z.infer<typeof leadSchema>;

export const readContact = (db: Db, leadId: string) =>
  rowOf(db, leadSchema, sql`select id, source, phone, email from public.leads where id = ${leadId}`);

const CHECK_VIOLATION = '23514';

/** The messages of the valuation form. */
const messageFor = {
  phone: (phone: string) =>
    characterCount(phone.trim()) > 20 ? 'Phone number too long' : 'Phone number must be at least 10 digits',
  email: (email: string) => (characterCount(email) > 255 ? 'Email too long' : 'Invalid email address'),
};

/** Changes a value by the rules of the forms, which are constraints. @throws {Refused} 422 if it breaks one */
export const correctLead = (
  db: Db,
  leadId: string,
  argument: 'phone' | 'email',
  value: string,
): Promise<LeadContact> =>
  rowOf(
    db,
    leadSchema,
    sql`
      update public.leads set ${argument === 'phone' ? sql`phone` : sql`email`} = ${value}
      where id = ${leadId}
      returning id, source, phone, email`,
  ).catch((error: unknown) => {
    const isRule = error instanceof pg.DatabaseError && error.code === CHECK_VIOLATION;
    throw isRule ? new Refused(422, argument, messageFor[argument](value)) : error;
  });

/** The former values of a corrected lead, which the event keeps. */
export const formerValues = (former: LeadContact, { phone, email }: LeadContact): Texts => ({
  ...(phone !== former.phone && { former_phone: former.phone }),
  ...(email !== former.email && { former_email: former.email }),
});
