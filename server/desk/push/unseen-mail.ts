import type pg from 'pg';
import * as z from 'zod';
import type { Compose } from '#send-email/delivery.ts';
import { deskLinkOf, escapeHtml, htmlDocument, messageIdOf, type MailSettings } from '#send-email/message.ts';
import { rowsOf, sql } from '../../database/statement.ts';
import { initialsAndTown } from './message.ts';

/** The mail to the owners whom no device could tell that nobody has opened a lead for half an hour. */
export function createUnseenMail(pool: pg.Pool, { from, deskUrl }: MailSettings): Compose {
  return async ({ lead, madeAt }) => {
    const owners = await rowsOf(
      pool,
      z.object({ email: z.string() }),
      sql`
        select email from desk.staff join desk_auth.users on id = user_id
        where active and role = 'owner' and not exists (
          select from desk.alerts join desk.pushes using (event_id, kind)
          join desk_auth.devices on devices.id = device_id
          where lead_id = ${lead.id} and kind = 'unseen_longer' and outcome = 'sent' and devices.user_id = staff.user_id
        )
        and not exists (select from desk.cases where lead_id = ${lead.id} and seen_at is not null)
        order by email`,
    );
    if (owners.length === 0) return undefined;
    const subject = `Nobody has opened the enquiry of ${initialsAndTown(lead)}`;
    const sentences = [
      'It came half an hour ago or more, and nobody has opened it at the desk. The firm was open in this time.',
      ...(deskUrl === undefined ? [] : [deskLinkOf(deskUrl, lead.id)]),
    ];
    return {
      message: {
        messageId: messageIdOf(`unseen-lead-${lead.id}`, from),
        date: madeAt,
        from,
        to: owners.map(({ email }) => email).join(', '),
        subject,
        text: `${sentences.join('\n\n')}\n`,
        html: htmlDocument(subject, sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('\n')),
      },
    };
  };
}
