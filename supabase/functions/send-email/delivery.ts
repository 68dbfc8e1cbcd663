import { readOrigin } from '../_shared/lead/origin.ts';
import { composeMessage, type MailMessage, type MailSettings } from './message.ts';
import type { Claim, LeadContext, Match, Notifications, StoredLead } from './notifications.ts';

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

export type Composed = {
  message: MailMessage;
  /** Called when it was not sent, with the error's code. */
  onFailed?: (code: string) => Promise<unknown>;
};

/** Writes a claimed mail. @returns undefined if it must not be sent any more */
export type Compose = (claim: Claim) => Promise<Composed | undefined>;

export type DeliveryDependencies = {
  notifications: Notifications;
  sendMail: SendMail;
  addresses: MailSettings;
  log: Log;
  /** Writes the mails of other kinds than `lead`. */
  others?: Record<string, Compose>;
  /** By when the firm has promised a reply to a lead. Without it, or if it is null, the mail does not say so. */
  promisedBy?: (lead: StoredLead) => Promise<Date | null>;
  /** How long one mail may take in all. */
  sendLimitMs?: number;
};

/**
 * `cancelled`: it must not be sent any more. `unrecorded`: the database did not take the outcome, so the mail is sent again
 * when its lease (`Claim`) ends.
 */
export type Outcome = 'sent' | 'failed' | 'cancelled' | 'unrecorded';

/**
 * The longest time for one mail. It is more than the sum of an SMTP client's time-outs in RFC 5321 (30 minutes), so no
 * mail is aborted whose mail server keeps to them.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.2
 */
export const SEND_LIMIT_MS = 40 * 60_000;

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

/** Sends the mails of the queue. Each is sent once, however many requests ask for that. */
export function createDelivery({
  notifications: queue,
  addresses,
  others = {},
  promisedBy,
  sendMail,
  log,
  sendLimitMs = SEND_LIMIT_MS,
}: DeliveryDependencies) {
  /**
   * The mails that are claimed or being sent, by their ids. The lease alone does not prevent a second claim, because a
   * clock that jumps forward ends it early.
   */
  const underWay = new Map<
    string,
    { kind: string; controller: AbortController; ended: PromiseWithResolvers<undefined> }
  >();
  const claims = new Set<Promise<unknown>>();
  let isClosing = false;

  const idOf = ({ lead, kind, number }: Claim) => `${kind} ${number} ${lead.id}`;
  const fieldsOf = ({ lead, kind, failedAttempts, mayBeRepeat }: Claim) => ({
    lead: lead.id,
    ...(kind !== 'lead' && { kind }),
    failedAttempts,
    ...(mayBeRepeat && { mayBeRepeat }),
  });

  const countOf = (wanted: string) =>
    Array.from(underWay.values()).filter(({ kind }) => kind === wanted).length;
  const hasRoom = (kind: string, more = 0) => countOf(kind) + more < (queue.kinds[kind]?.maxAtOnce ?? 0);

  function track(claim: Claim) {
    const mail = underWay.get(idOf(claim)) ?? {
      kind: claim.kind,
      controller: new AbortController(),
      ended: Promise.withResolvers<undefined>(),
    };
    underWay.set(idOf(claim), mail);
    return mail;
  }

  async function claimUnlessClosing(match: Match, kinds: string[]): Promise<Claim | undefined> {
    const claim = await queue.claim(match, kinds);
    if (!claim) return undefined;
    if (isClosing || underWay.has(idOf(claim))) {
      await queue.markFailed(claim, isClosing ? 'CLOSING' : 'UNDER_WAY');
      return undefined;
    }
    track(claim);
    return claim;
  }

  /** What the mail says besides the lead. What cannot be read is left out, so that the mail is not held back. */
  async function readContext({ lead, submissionId, origin }: Claim): Promise<LeadContext> {
    const orNothing = <T>(reading: Promise<T> | undefined) =>
      reading?.catch((error: unknown) => {
        log.error({ lead: lead.id, error: String(error) }, 'the mail about a lead goes without its context');
        return undefined;
      });
    const from = readOrigin(origin);
    const campaign = [from?.utm_campaign, from?.utm_source, from?.utm_medium].filter(Boolean).join(', ');
    return {
      submissionId,
      promisedBy: (await orNothing(promisedBy?.(lead))) ?? null,
      page: from?.page ?? null,
      campaign: campaign || null,
      earlier: (await orNothing(queue.readEarlier(lead))) ?? [],
    };
  }

  const write: Compose = async (claim) =>
    claim.kind === 'lead'
      ? { message: composeMessage(claim.lead, addresses, await readContext(claim)) }
      : others[claim.kind]?.(claim);

  /** @throws {Error} with the code `UNREADABLE` when something that the mail says cannot be read */
  const compose: Compose = (claim) =>
    write(claim).catch((cause: unknown) => {
      log.error({ ...fieldsOf(claim), error: String(cause) }, 'a mail could not be written');
      throw Object.assign(new Error('The mail could not be written.', { cause }), { code: 'UNREADABLE' });
    });

  async function attempt(claim: Claim, signal: AbortSignal): Promise<Outcome> {
    const fields = fieldsOf(claim);
    let composed: Composed | undefined;
    try {
      composed = await compose(claim);
      if (composed) await sendMail(composed.message, signal);
    } catch (error) {
      const code = errorCode(error);
      log.error({ ...fields, code }, 'notification not sent, will be tried again');
      await retry(async () => {
        await composed?.onFailed?.(code);
        await queue.markFailed(claim, code);
      });
      return 'failed';
    }
    if (!composed) {
      await retry(() => queue.cancel(claim));
      return 'cancelled';
    }
    await retry(() => queue.markSent(claim));
    log.info(fields, 'notification sent');
    return 'sent';
  }

  return {
    /**
     * Claims a matching mail, unless the most that may be sent at once of its kind are being sent; it then stays pending. The
     * caller must pass the claim to `send` at once, because `close` waits for the mail.
     */
    async claim(match: Match): Promise<Claim | undefined> {
      // Requests of visitors can arrive at the same moment, so their claims count before they have ended. A loop that
      // claims `any` ignores claims that have not ended, as they may end without a mail: it pauses if it gets no claim.
      const kinds =
        match === 'any'
          ? Object.keys(queue.kinds).filter((kind) => hasRoom(kind))
          : ['lead'].filter((kind) => hasRoom(kind, claims.size));
      if (isClosing || kinds.length === 0) return undefined;
      const claiming = claimUnlessClosing(match, kinds);
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
      const { controller, ended } = track(claim);
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

export type Delivery = ReturnType<typeof createDelivery>;
