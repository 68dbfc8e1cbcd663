import type { Logger } from 'pino';
import { createDelivery, type SendMail } from '../../supabase/functions/send-email/delivery.ts';
import { createDigest } from '../../supabase/functions/send-email/digest.ts';
import { createHandler } from '../../supabase/functions/send-email/handler.ts';
import { createNotifications, type Database } from '../../supabase/functions/send-email/notifications.ts';
import { createSellerDelivery } from '../../supabase/functions/send-email/seller-mails.ts';
import type { FirmDetails } from '../../supabase/functions/send-email/seller-message.ts';
import type { Environment } from '../env.ts';
import { startDigests } from './digests.ts';
import { startSender } from './sender.ts';

type Options = {
  env: Pick<Environment, 'MAIL_TO' | 'MAIL_FROM' | 'DESK_URL' | 'SITE_URL'>;
  firm: FirmDetails;
  /** Connections with the role `mailer`. */
  database: Database;
  sendMail: SendMail;
  log: Logger;
};

/** Starts to send all mails of the queues in the database. */
export function startMails({ env, firm, database, sendMail, log }: Options) {
  const addresses = { to: env.MAIL_TO, from: env.MAIL_FROM, deskUrl: env.DESK_URL };
  const mail = { sendMail, addresses, log };
  const delivery = createDelivery({ notifications: createNotifications(database), ...mail });
  const settings = { ...addresses, siteUrl: env.SITE_URL, firm };
  const sellerDelivery = createSellerDelivery({ database, settings, sendMail, log });
  const sender = startSender({ delivery, log });
  const sellerSender = startSender({ delivery: sellerDelivery, log });
  const digests = startDigests(createDigest({ database, ...mail }));

  return {
    /**
     * Handles a call of `send-email`, which mails a stored lead to the firm. `waitUntil`, which keeps an edge function
     * alive, has nothing to do here: the process lives until `close` has waited for the mails.
     */
    sendEmail: createHandler({ delivery, log, waitUntil: () => undefined }),
    /** Sends the mails to the firm about leads. */
    sender,
    /** Sends the mails of the seller's page. */
    sellerSender,
    /** Resolves when the mails that are being sent have ended. */
    async close() {
      await Promise.all([delivery.close(), sellerDelivery.close()]);
      await digests.stop();
      await Promise.all([sender.stop(), sellerSender.stop()]);
    },
  };
}

export type Mails = ReturnType<typeof startMails>;
