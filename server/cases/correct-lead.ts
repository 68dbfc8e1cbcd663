import pg from 'pg';
import * as z from 'zod';
import { characterCount } from '#lead/text.ts';
import { rowOf, sql, type Db } from '../database/statement.ts';
import { Refused } from '../refused.ts';
import type { Texts } from './events.ts';

const contactSchema = z.object({
  id: z.string(),
  source: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
});

/** How to reach the seller of a lead. */
export type LeadContact = z.infer<typeof contactSchema>;

export const readContact = (db: Db, leadId: string) =>
  rowOf(db, contactSchema, sql`select id, source, phone, email from public.leads where id = ${leadId}`);

const CHECK_VIOLATION = '23514';

/** The messages of the valuation form. */
const messageFor = {
  phone: (phone: string) =>
    characterCount(phone.trim()) > 20 ? 'Phone number too long' : 'Phone number must be at least 10 digits',
  email: (email: string) => (characterCount(email) > 255 ? 'Email too long' : 'Invalid email address'),
};

/** Changes one value. The rules of the forms are constraints. @returns the value as it is stored */
async function correct(db: Db, leadId: string, part: 'phone' | 'email', value: string): Promise<string> {
  const column = part === 'phone' ? sql`phone` : sql`email`;
  const { stored } = await rowOf(
    db,
    z.object({ stored: z.string() }),
    sql`update public.leads set ${column} = ${value} where id = ${leadId} returning ${column} as stored`,
  ).catch((error: unknown) => {
    const isRule = error instanceof pg.DatabaseError && error.code === CHECK_VIOLATION;
    throw isRule ? new Refused(422, part, messageFor[part](value)) : error;
  });
  return stored;
}

/**
 * Changes the contact details of a lead that are not null.
 *
 * @returns the former values of those that are different now, for the event
 * @throws {Refused} 422 if a value breaks a rule of the forms
 */
export async function correctLead(
  db: Db,
  former: LeadContact,
  { phone = null, email = null }: { phone?: string | null; email?: string | null },
): Promise<Texts> {
  const newPhone = phone === null ? former.phone : await correct(db, former.id, 'phone', phone);
  const newEmail = email === null ? former.email : await correct(db, former.id, 'email', email);
  return {
    ...(newPhone !== former.phone && { former_phone: former.phone }),
    ...(newEmail !== former.email && { former_email: former.email }),
  };
}
