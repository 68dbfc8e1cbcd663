import { composeMessage, type MailMessage } from './message.ts';
import type { Claim, Match, Notifications } from './notifications.ts';

/** Sends a message. Resolves when the mail server has accepted it. */
export type SendMail = (message: MailMessage) => Promise<void>;

/** The log. It gets events and references, never personal data. */
export type Log = {
  info(fields: Record<string, unknown>, event: string): void;
  error(fields: Record<string, unknown>, event: string): void;
};

export type DeliveryDependencies = {
  notifications: Notifications;
  sendMail: SendMail;
  /** The firm's inbox and the sender, in the form of a mail header. */
  addresses: { to: string; from: string };
  log: Log;
};

const MARK_ATTEMPTS = 20;
const MARK_RETRY_MS = 500;

function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'UNKNOWN';
}

/**
 * Retries a write for ten seconds, well within the lease, because the database may be restarting. A sent mail that
 * is not recorded would be sent again.
 */
async function retry(write: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await write();
      return;
    } catch (error) {
      if (attempt === MARK_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, MARK_RETRY_MS));
    }
  }
}

/** Sends pending notifications. Each lead gets one mail, however many calls ask for it. */
export function createDelivery({ notifications, sendMail, addresses, log }: DeliveryDependencies) {
  /** The ids of the leads whose mail is being sent. The lease alone is not enough: a clock that jumps forward ends it early. */
  const inProgress = new Set<string>();

  async function attempt(claim: Claim): Promise<'sent' | 'failed'> {
    const reference = { lead: claim.lead.id, failedAttempts: claim.failedAttempts };
    try {
      await sendMail(composeMessage(claim.lead, addresses));
    } catch (error) {
      const code = errorCode(error);
      log.error({ ...reference, code }, 'notification not sent, will be tried again');
      await retry(() => notifications.markFailed(claim, code));
      return 'failed';
    }
    await retry(() => notifications.markSent(claim));
    log.info(reference, 'notification sent');
    return 'sent';
  }

  return {
    /** Claims a matching notification. The caller must pass it to `send`. */
    async claim(match: Match): Promise<Claim | undefined> {
      const claim = await notifications.claim(match);
      if (!claim || !inProgress.has(claim.lead.id)) return claim;
      await notifications.markFailed(claim, 'UNDER_WAY');
      return undefined;
    },

    /** Sends a claimed notification. A failure is recorded and retried later. */
    async send(claim: Claim): Promise<'sent' | 'failed'> {
      inProgress.add(claim.lead.id);
      try {
        return await attempt(claim);
      } finally {
        inProgress.delete(claim.lead.id);
      }
    },
  };
}

export type Delivery = ReturnType<typeof createDelivery>;
