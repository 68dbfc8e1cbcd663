import * as z from 'zod';
import { ANSWER_WAYS, COMPLAINT_WAYS } from '../database/codes.ts';
import { allOf, exists, rowOf, sql, type Db } from '../database/statement.ts';
import { code, day } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import { queueAlert } from './alerts.ts';
import { defineChange, ofLead, saveCase, type Work } from './change.ts';
import { addDays, londonDay } from './days.ts';
import { readMailing } from './mailing.ts';
import { queueReply } from './mails.ts';
import { message } from './message.ts';

type Complaint = { body: string; received_on: string; way: keyof typeof COMPLAINT_WAYS };

/**
 * Writes a complaint, with the last day for our answer. Each complaint has its own day, and the case has that of the
 * oldest one that waits. Whichever way it came, the staff's devices are told of it as of a message. The caller saves the case.
 * @returns the event's id
 */
export async function complain(
  { db, current, record }: Pick<Work, 'db' | 'current' | 'record'>,
  { body, received_on, way }: Complaint,
): Promise<string> {
  const { complaint_days: days } = await rowOf(
    db,
    z.object({ complaint_days: z.int() }),
    sql`select complaint_days from desk.settings`,
  );
  const due_on = addDays(received_on, days);
  if (current.complaint_due === null || due_on < current.complaint_due) current.complaint_due = due_on;
  const eventId = await record('complained', { way, received_on, due_on }, { message: body });
  await queueAlert(db, { eventId, kind: 'message', leadId: current.lead_id });
  return eventId;
}

/** Records a complaint that came by telephone, email or letter. */
export const recordComplaint = defineChange({
  name: 'record_complaint',
  given: z.object({
    ...ofLead,
    way: code(COMPLAINT_WAYS, 'Choose how the complaint came.').exclude(['page']),
    received_on: day,
    body: message,
  }),
  async work(work, { way, received_on, body }) {
    refuseUnless(
      received_on <= londonDay(0) && received_on >= londonDay(-365),
      'received_on',
      'Give the day on which it came: today or in the last year.',
    );
    await complain(work, { way, received_on, body });
    await saveCase(work.db, work.current);
  },
});

/** Whether anybody has a link that opens the seller's page, besides read-only links. */
const hasPage = (db: Db, leadId: string) =>
  exists(
    db,
    sql`
      select from desk.enquiry_keys
      where lead_id = ${leadId} and made_for <> 'shared' and ends_at > now()`,
  );

/**
 * Answers a complaint and all earlier ones, but none that came after the one that staff have read. The answer counts from
 * now, whenever it was written: nobody can make a late answer look prompt. A mail tells of it, unless staff send it themselves.
 */
export const answerComplaint = defineChange({
  name: 'answer_complaint',
  given: z.object({
    ...ofLead,
    /** The event of the latest complaint that is answered. */
    complaint_id: z.string().regex(/^\d{1,18}$/, 'Which complaint?'),
    sent_by: code(ANSWER_WAYS, 'Choose how you send the answer.'),
    body: message,
  }),
  async work({ db, current, record }, { complaint_id: id, sent_by, body }) {
    const { lead_id: leadId, email_key } = current;
    const ofCase = sql`lead_id = ${leadId}`;
    const isOpen = await exists(
      db,
      sql`
        select from desk.events where ${ofCase} and kind = 'complained' and id = ${id} and not exists (
          select from desk.events where ${ofCase} and kind = 'complaint_answered' and (facts ->> 'complaint_id')::bigint >= ${id}
        )`,
    );
    refuseUnless(isOpen, 'complaint_id', 'This complaint was answered already.');
    const { no_mail } = await readMailing(db, leadId, email_key);
    const isMailed = sent_by === 'page' && no_mail === null;
    refuseUnless(
      sent_by !== 'page' || isMailed || (await hasPage(db, leadId)),
      'sent_by',
      'No link opens their page, so nobody would read it there. Send it by email or letter.',
    );
    const later = await rowOf(
      db,
      z.object({ due_on: z.string().nullable() }),
      sql`
        select min(facts ->> 'due_on') as due_on from desk.events
        where ${ofCase} and kind = 'complained' and id > ${id}`,
    );
    current.complaint_due = later.due_on;
    const facts = { complaint_id: id, sent_by, ...(sent_by === 'page' && { no_mail }) };
    const eventId = await record('complaint_answered', facts, { message: body });
    await allOf([saveCase(db, current), isMailed && queueReply(db, leadId, eventId)]);
  },
});
