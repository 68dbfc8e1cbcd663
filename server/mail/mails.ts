import type { Logger } from 'pino';
import {
  CLOSE_GRACE_MS,
  createDelivery,
  type Compose,
  type SendMail,
} from '../../supabase/functions/send-email/delivery.ts';
import { createDigest } from '../../supabase/functions/send-email/digest.ts';
import { createHandler } from '../../supabase/functions/send-email/handler.ts';
import type { MailSettings } from '../../supabase/functions/send-email/message.ts';
import {
  createNotifications,
  type Database,
  type KindLimits,
  type StoredLead,
} from '../../supabase/functions/send-email/notifications.ts';
import { repeat } from '../repeat.ts';
import { startSender } from './sender.ts';

/** How often the server looks whether a digest is due. A digest is one mail about many leads. In a flood, it replaces theirs. */
const DIGEST_EVERY_MS = 60_000;

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
  const digest = createDigest({ database, ...mail });
  const endDigests = repeat(async (signal) => {
    await digest.sendDue(signal);
    return DIGEST_EVERY_MS;
  }, CLOSE_GRACE_MS);

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
      await endDigests();
      await sender.stop();
    },
  };
}

export type Mails = ReturnType<typeof startMails>;
