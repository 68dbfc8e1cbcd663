import { composeMessage, type MailMessage } from './message.ts';
import type { Claim, Match, Notifications } from './notifications.ts';

/** Hands a message to a mail server; resolves only once the server has taken it. */
export type SendMail = (message: MailMessage) => Promise<void>;

/** Where what happened is told: event and reference, never a person's data. */
export type Log = {
  info(fields: Record<string, unknown>, event: string): void;
  error(fields: Record<string, unknown>, event: string): void;
};

export type DeliveryDependencies = {
  notifications: Notifications;
  sendMail: SendMail;
  /** The firm's inbox and the sender's address, as in a mail header. */
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
 * A mail that has left must be recorded, or it would leave again: the database may be restarting, so
 * this keeps trying for ten seconds, well within the lease.
 */
async function persist(write: () => Promise<void>): Promise<void> {
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

/** Sends pending notifications: one lead, one mail, however often and by however many it is asked. */
export function createDelivery({ notifications, sendMail, addresses, log }: DeliveryDependencies) {
  /** By lead. A lease says the same, but a clock that jumps forward ends it too early. */
  const underWay = new Set<string>();

  async function attempt(claim: Claim): Promise<'sent' | 'failed'> {
    const reference = { lead: claim.lead.id, failedAttempts: claim.failedAttempts };
    try {
      await sendMail(composeMessage(claim.lead, addresses));
    } catch (error) {
      const code = errorCode(error);
      log.error({ ...reference, code }, 'notification not sent, will be tried again');
      await persist(() => notifications.markFailed(claim, code));
      return 'failed';
    }
    await persist(() => notifications.markSent(claim));
    log.info(reference, 'notification sent');
    return 'sent';
  }

  return {
    /** Takes a matching notification, which from then on must be given to `send`. */
    async claim(match: Match): Promise<Claim | undefined> {
      const claim = await notifications.claim(match);
      if (!claim || !underWay.has(claim.lead.id)) return claim;
      await notifications.markFailed(claim, 'UNDER_WAY');
      return undefined;
    },

    /** Sends what was claimed. A refusal by the mail server is recorded and tried again later. */
    async send(claim: Claim): Promise<'sent' | 'failed'> {
      underWay.add(claim.lead.id);
      try {
        return await attempt(claim);
      } finally {
        underWay.delete(claim.lead.id);
      }
    },
  };
}

export type Delivery = ReturnType<typeof createDelivery>;
