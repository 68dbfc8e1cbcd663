import * as z from 'zod';
import { NO_MAIL, SELLER_MAILS } from '../database/codes.ts';
import { allOf, exists, sql } from '../database/statement.ts';
import { code } from '../http/json.ts';
import { Refused, refuseUnless } from '../refused.ts';
import { defineChange, ofLead, touch } from './change.ts';
import { readMailing } from './mailing.ts';
import { queueMail, SELLER_MAIL_TRIED_FOR_DAYS } from './mails.ts';
import { readLatestOffer, stands } from './offers.ts';

/** Mails the seller that the firm has tried to reach them, or that an offer is on their page. */
export const mailSeller = defineChange({
  name: 'mail_seller',
  given: z.object({ ...ofLead, mail: code(SELLER_MAILS, 'Choose one of the emails.') }),
  async work({ db, current, record }, { mail }) {
    const { lead_id, email_key, stage } = current;
    const { no_mail } = await readMailing(db, lead_id, email_key);
    if (no_mail !== null) throw new Refused(422, 'mail', NO_MAIL[no_mail]);
    refuseUnless(stage !== 'closed', 'mail', 'This case is closed. Open it again first.');
    refuseUnless(
      mail === 'tried' || stands(await readLatestOffer(db, lead_id)),
      'mail',
      'There is no open offer. Make one first.',
    );
    const isWaiting = await exists(
      db,
      sql`
        select from private.notifications
        where lead_id = ${lead_id} and kind = ${mail} and sent_at is null and cancelled_at is null
          and made_at > now() - make_interval(days => ${SELLER_MAIL_TRIED_FOR_DAYS}::int)`,
    );
    refuseUnless(!isWaiting, 'mail', 'This email is already waiting to be sent. You need do nothing.');
    await allOf([
      queueMail(db, { leadId: lead_id, kind: mail }),
      touch(db, lead_id),
      record('seller_mailed', { mail }),
    ]);
  },
});
