import { newEnquiryKey } from '../_shared/lead/enquiry-key.ts';
import { createQueueDelivery, type Log, type MailQueue, type SendMail } from './delivery.ts';
import { parseLead, type Database, type LeadJson } from './notifications.ts';
import {
  composeSellerMail,
  type SellerEvent,
  type SellerMail,
  type SellerMailSettings,
} from './seller-message.ts';

type MailJson = {
  id: number;
  attempt: number;
  kind: SellerMail['kind'];
  made_at: string;
  to: string;
  lead: LeadJson;
  reference: string | null;
  promised_by: string;
  case_id: string;
  event: SellerEvent;
};

function parseMail(mail: MailJson, key: string): SellerMail {
  const { id, attempt, kind } = mail;
  const common = { id, attempt, madeAt: new Date(mail.made_at), lead: parseLead(mail.lead) };
  return kind === 'asked'
    ? { ...common, kind, caseId: mail.case_id, event: mail.event }
    : {
        ...common,
        kind,
        to: mail.to,
        key,
        reference: mail.reference,
        promisedBy: new Date(mail.promised_by),
      };
}

/** The queue in the table `desk.seller_mails`. Functions in the database read and change the table. */
function createSellerMails(database: Database): MailQueue<SellerMail, 'any'> {
  return {
    async claim() {
      const { key, hash } = await newEnquiryKey();
      const { rows } = await database.query('select private.claim_seller_mail($1) as mail', [hash]);
      const mail = rows[0]?.mail as MailJson | null | undefined;
      return mail ? parseMail(mail, key) : undefined;
    },
    async renew({ id, attempt }) {
      await database.query('select private.renew_seller_mail($1, $2)', [id, attempt]);
    },
    async markSent({ id, attempt }) {
      await database.query('select private.finish_seller_mail($1, $2)', [id, attempt]);
    },
    async markFailed({ id, attempt }, errorCode) {
      await database.query('select private.finish_seller_mail($1, $2, $3)', [id, attempt, errorCode]);
    },
  };
}

/** How many mails of this queue are sent at the same time. The mails about leads have a limit of their own. */
const MAX_AT_ONCE = 2;

type Dependencies = {
  database: Database;
  settings: SellerMailSettings;
  sendMail: SendMail;
  log: Log;
  sendLimitMs?: number;
};

/** Sends the mails of the seller's page. */
export function createSellerDelivery({ database, settings, sendMail, log, sendLimitMs }: Dependencies) {
  return createQueueDelivery<SellerMail, 'any'>({
    queue: createSellerMails(database),
    compose: (mail) => composeSellerMail(mail, settings),
    idOf: ({ id }) => id,
    fieldsOf: ({ lead, kind, attempt }) => ({ lead: lead.id, kind, attempt }),
    name: 'mail of the seller’s page',
    maxAtOnce: MAX_AT_ONCE,
    sendMail,
    log,
    sendLimitMs,
  });
}

export type SellerDelivery = ReturnType<typeof createSellerDelivery>;
