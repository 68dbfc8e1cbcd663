import * as z from 'zod';
import { allOf } from '../database/statement.ts';
import { optional } from '../http/json.ts';
import { defineChange, ofLead, saveCase } from './change.ts';
import { answerSeller, readMadeAt } from './made-at.ts';
import { readMailing } from './mailing.ts';
import { queueReply } from './mails.ts';
import { message } from './message.ts';

/** Writes to the seller, who reads it on their page, and gets a mail about it unless staff want none (`page_only`). */
export const reply = defineChange({
  name: 'reply',
  given: z.object({
    ...ofLead,
    made_seconds_ago: optional(z.number()),
    body: message,
    page_only: z.boolean().optional(),
  }),
  async work(work, { body, made_seconds_ago, page_only }) {
    const { db, current, record } = work;
    const { lead_id: leadId, email_key } = current;
    await answerSeller(work, readMadeAt(current, made_seconds_ago));
    const [, mailing] = await allOf([saveCase(db, current), readMailing(db, leadId, email_key)]);
    const no_mail = page_only ? 'page_only' : mailing.no_mail;
    const eventId = await record('replied', { no_mail }, { message: body });
    if (no_mail === null) await queueReply(db, leadId, eventId);
  },
});
