import type { Logger } from 'pino';
import { createDelivery, type Compose, type SendMail } from '../../supabase/functions/send-email/delivery.ts';
import { createDigest } from '../../supabase/functions/send-email/digest.ts';
import { createHandler } from '../../supabase/functions/send-email/handler.ts';
import type { MailSettings } from '../../supabase/functions/send-email/message.ts';
import {
  createNotifications,
  type Database,
  type KindLimits,
  type StoredLead,
} from '../../supabase/functions/send-email/notifications.ts';
import { startDigests } from './digests.ts';
import { startSender } from './sender.ts';

type Options = {
  addresses: MailSettings;
  /** All kinds of mails, the most urgent first. */
  kinds: Record<string, KindLimits>;
  /** Writes the mails of other kinds than `lead`. */
  others: Record<string, Compose>;
  promisedBy: (lead: StoredLead) => Promise<Date>;
  /** Connections with the role `mailer`. */
  database: Database;
  sendMail: SendMail;
  log: Logger;
};

/** Starts to send the mails of the queue in the database. */
export function startMails({ addresses, kinds, others, promisedBy, database, sendMail, log }: Options) {
  const mail = { sendMail, addresses, log };
  const notifications = createNotifications(database, kinds);
  const delivery = createDelivery({ notifications, others, promisedBy, ...mail });
  const sender = startSender({ delivery, log });
  const digests = startDigests(createDigest({ database, ...mail }));

  return {
    /**
     * Handles a call of `send-email`, which mails a stored lead to the firm. `waitUntil`, which keeps an edge function
     * alive, has nothing to do here: the process lives until `close` has waited for the mails.
     */
    sendEmail: createHandler({ delivery, log, waitUntil: () => undefined }),
    sender,
    /** Resolves when the mails that are being sent have ended. */
    async close() {
      await delivery.close();
      await digests.stop();
      await sender.stop();
    },
  };
}

export type Mails = ReturnType<typeof startMails>;
