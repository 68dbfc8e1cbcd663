import * as z from 'zod';
import { SELLER_MAILS } from '../database/codes.ts';
import { allOf, exists, sql } from '../database/statement.ts';
import { code } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import { defineChange, ofLead, touch } from './change.ts';
import { readContact } from './correct-lead.ts';
import { isRefused } from './refused-addresses.ts';
import { isInvented, queueMail, SELLER_MAIL_TRIED_FOR_DAYS } from './mails.ts';
import { readLatestOffer, stands } from './offers.ts';

/** Mails the seller that the firm has tried to reach them, or that an offer is on their page. */
export const mailSeller = defineChange({
  name: 'mail_seller',
  given: z.object({ ...ofLead, mail: code(SELLER_MAILS, 'Choose one of the emails.') }),
  async work({ db, current, record }, { mail }) {
    const { lead_id, email_key, links_ended_at, is_suspect, stage } = current;
    refuseUnless(email_key !== null, 'mail', 'This lead has no email address. Ring the seller instead.');
    refuseUnless(links_ended_at === null, 'mail', 'All links were ended. Confirm the address first.');
    refuseUnless(
      !(await isRefused(db, email_key)),
      'mail',
      'The person at this address says that the enquiry is not theirs. Confirm another address first.',
    );
    refuseUnless(!is_suspect, 'mail', 'This may be spam, so no email goes to it. Press “Not spam” first.');
    refuseUnless(stage !== 'closed', 'mail', 'This case is closed. Open it again first.');
    refuseUnless(
      mail === 'tried' || stands(await readLatestOffer(db, lead_id)),
      'mail',
      'There is no open offer. Make one first.',
    );
    refuseUnless(
      !(await exists(db, sql`select where ${isInvented(sql`${lead_id}`)}`)),
      'mail',
      'This lead is invented, so no email is sent about it.',
    );
    const { source } = await readContact(db, lead_id);
    refuseUnless(
      !(source === 'import' && current.do_not_call),
      'mail',
      'The import says that this person wants no contact. See the contact rules.',
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
