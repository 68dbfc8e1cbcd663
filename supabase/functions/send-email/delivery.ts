import { composeMessage, type MailMessage, type MailSettings } from './message.ts';
import type { Claim, Match, Notifications } from './notifications.ts';

/**
 * Sends a message. Resolves when the mail server has accepted it.
 *
 * @param signal aborts the sending; the code of the rejection says whether the message may have arrived (UNANSWERED)
 */
export type SendMail = (message: MailMessage, signal?: AbortSignal) => Promise<void>;

/** The log. It gets events and ids, never personal data. */
export type Log = {
  info(fields: Record<string, unknown>, event: string): void;
  error(fields: Record<string, unknown>, event: string): void;
};

/** A queue of mails in the database, from which a sender claims one mail at a time. */
export type MailQueue<Claim, Match> = {
  claim: (match: Match) => Promise<Claim | undefined>;
  renew: (claim: Claim) => Promise<void>;
  markSent: (claim: Claim) => Promise<void>;
  markFailed: (claim: Claim, errorCode: string) => Promise<void>;
};

/** Sends the due mails of one queue. Each queue has its own sender, so that no queue waits for the mails of another. */
export type DueMails<Claim> = {
  claim: (match: 'any') => Promise<Claim | undefined>;
  send: (claim: Claim) => Promise<unknown>;
};

type QueueDeliveryDependencies<Claim, Match> = {
  queue: MailQueue<Claim, Match>;
  compose: (claim: Claim) => MailMessage;
  /** Identifies the mail, however often it is claimed. */
  idOf: (claim: Claim) => string | number;
  /** What the log says about a mail, without personal data. */
  fieldsOf: (claim: Claim) => Record<string, unknown>;
  /** What the log calls a mail of this queue. */
  name: string;
  maxAtOnce: number;
  sendMail: SendMail;
  log: Log;
  /** How long one mail may take in all. */
  sendLimitMs?: number | undefined;
};

export type DeliveryDependencies = {
  notifications: Notifications;
  sendMail: SendMail;
  addresses: MailSettings;
  log: Log;
  /** How long one mail may take in all. */
  sendLimitMs?: number;
};

/** `unrecorded`: the database did not take the outcome, so the mail is sent again when its lease (`Claim`) ends. */
export type Outcome = 'sent' | 'failed' | 'unrecorded';

/**
 * The longest time for one mail. It is more than the sum of an SMTP client's time-outs in RFC 5321 (30 minutes), so no
 * mail is aborted whose mail server keeps to them.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.2
 */
export const SEND_LIMIT_MS = 40 * 60_000;

/**
 * How many mails are sent at the same time: several, so that a slow mail does not delay the others, and few, because
 * some mail servers limit the connections of one client.
 */
const MAX_AT_ONCE = 5;

/** A third of the lease (`LEASE_SECONDS`), so that one renewal may fail. */
export const RENEW_EVERY_MS = 20_000;

/** How long mails that are being sent may still take when the process closes. */
export const CLOSE_GRACE_MS = 5_000;

const MARK_ATTEMPTS = 20;
const MARK_RETRY_MS = 500;

export function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'UNKNOWN';
}

/**
 * Tries a write up to 20 times, half a second apart, because the database may be restarting. A mail that was sent but is
 * not recorded would be sent again.
 */
export async function retry(write: () => Promise<void>): Promise<void> {
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

/** Sends the mails of a queue. Each is sent once, however many requests ask for that. */
export function createQueueDelivery<Claim, Match>({
  queue,
  compose,
  idOf,
  fieldsOf,
  name,
  maxAtOnce,
  sendMail,
  log,
  sendLimitMs = SEND_LIMIT_MS,
}: QueueDeliveryDependencies<Claim, Match>) {
  /**
   * The mails that are claimed or being sent, by their ids. The lease alone does not prevent a second claim, because a
   * clock that jumps forward ends it early.
   */
  const underWay = new Map<
    string | number,
    { controller: AbortController; ended: PromiseWithResolvers<undefined> }
  >();
  const claims = new Set<Promise<unknown>>();
  let isClosing = false;

  function track(id: string | number) {
    const mail = underWay.get(id) ?? {
      controller: new AbortController(),
      ended: Promise.withResolvers<undefined>(),
    };
    underWay.set(id, mail);
    return mail;
  }

  async function claimUnlessClosing(match: Match): Promise<Claim | undefined> {
    const claim = await queue.claim(match);
    if (!claim) return undefined;
    if (isClosing || underWay.has(idOf(claim))) {
      await queue.markFailed(claim, isClosing ? 'CLOSING' : 'UNDER_WAY');
      return undefined;
    }
    track(idOf(claim));
    return claim;
  }

  async function attempt(claim: Claim, signal: AbortSignal): Promise<'sent' | 'failed'> {
    const fields = fieldsOf(claim);
    try {
      await sendMail(compose(claim), signal);
    } catch (error) {
      const code = errorCode(error);
      log.error({ ...fields, code }, `${name} not sent, will be tried again`);
      await retry(() => queue.markFailed(claim, code));
      return 'failed';
    }
    await retry(() => queue.markSent(claim));
    log.info(fields, `${name} sent`);
    return 'sent';
  }

  return {
    /**
     * Claims a matching mail, unless `maxAtOnce` mails are already being sent; the mail then stays pending. The caller
     * must pass the claim to `send` at once, because `close` waits for the mail.
     */
    async claim(match: Match): Promise<Claim | undefined> {
      // Requests of visitors can arrive at the same moment, so their claims count before they have ended. A loop that
      // claims `any` ignores claims that have not ended, as they may end without a mail: it pauses if it gets no claim.
      const busy = match === 'any' ? underWay.size : underWay.size + claims.size;
      if (isClosing || busy >= maxAtOnce) return undefined;
      const claiming = claimUnlessClosing(match);
      claims.add(claiming);
      try {
        return await claiming;
      } finally {
        claims.delete(claiming);
      }
    },

    /** Sends a claimed mail. Never rejects: a failure is recorded and retried later. */
    async send(claim: Claim): Promise<Outcome> {
      const fields = fieldsOf(claim);
      const { controller, ended } = track(idOf(claim));
      const limit = setTimeout(() => {
        controller.abort();
      }, sendLimitMs);
      const renewal = setInterval(() => {
        queue.renew(claim).catch((error: unknown) => {
          log.error({ ...fields, error: String(error) }, 'lease not renewed');
        });
      }, RENEW_EVERY_MS);
      try {
        return await attempt(claim, controller.signal);
      } catch (error) {
        log.error({ ...fields, error: String(error) }, 'delivery not recorded');
        return 'unrecorded';
      } finally {
        clearTimeout(limit);
        clearInterval(renewal);
        underWay.delete(idOf(claim));
        ended.resolve(undefined);
      }
    },

    /**
     * Claims nothing more, and resolves when every mail that is being sent has ended and is recorded. A mail that takes
     * longer than `graceMs` is aborted, and the next process sends it again. If the mail server already had the whole
     * message, the next attempt is marked as a possible repeat.
     */
    async close(graceMs = CLOSE_GRACE_MS): Promise<void> {
      isClosing = true;
      const grace = setTimeout(() => {
        for (const { controller } of underWay.values()) controller.abort();
      }, graceMs);
      await Promise.allSettled(claims);
      await Promise.all(Array.from(underWay.values(), ({ ended }) => ended.promise));
      clearTimeout(grace);
    },
  };
}

/** Sends the mails to the firm about leads: one for each lead. */
export function createDelivery({ notifications, addresses, ...dependencies }: DeliveryDependencies) {
  return createQueueDelivery<Claim, Match>({
    queue: notifications,
    compose: ({ lead, context }) => composeMessage(lead, addresses, context),
    idOf: ({ lead }) => lead.id,
    fieldsOf: ({ lead, failedAttempts, mayBeRepeat }) => ({
      lead: lead.id,
      failedAttempts,
      ...(mayBeRepeat && { mayBeRepeat }),
    }),
    name: 'notification',
    maxAtOnce: MAX_AT_ONCE,
    ...dependencies,
  });
}

export type Delivery = ReturnType<typeof createDelivery>;
