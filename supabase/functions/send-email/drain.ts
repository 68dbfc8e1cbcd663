import { createHash, timingSafeEqual } from 'node:crypto';
import type { Delivery, Log } from './delivery.ts';

/** The header with the secret, in a request to send all due notifications. CORS does not allow pages to send it. */
export const DRAIN_HEADER = 'x-drain-secret';

/** After this time no mail is started: one may take 80 seconds more, and Supabase stops a worker after 150 seconds. */
const DRAIN_LIMIT_MS = 60_000;

/**
 * How long one mail may take on Supabase, which stops a worker long before the ten minutes that RFC 5321 gives a mail
 * server to answer. A mail server that takes longer than this limit gets the mail again.
 *
 * @see https://supabase.com/docs/guides/functions/limits
 */
export const SEND_LIMIT_ON_SUPABASE_MS = 80_000;

export type DrainDependencies = {
  delivery: Pick<Delivery, 'claim' | 'send'>;
  sendDigest: () => Promise<void>;
  /** Reads the secret that the database generated (`private.secrets`). */
  readSecret: () => Promise<string>;
  log: Log;
  /** Keeps work running after the response. */
  waitUntil: (work: Promise<unknown>) => void;
};

/** Compares in constant time, so that the time taken does not reveal how much of a secret is right. */
function isSame(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

/**
 * Handles the request of the database's cron job (`private.schedule_sending`): sends all due notifications, a few at
 * once. The request must have the secret in its header.
 *
 * @returns 202 before the mails are sent; 401 for a wrong secret; 503 when the database is unavailable
 */
export function createDrain({ delivery, sendDigest, readSecret, log, waitUntil }: DrainDependencies) {
  async function sendAllThatIsDue(): Promise<void> {
    const deadline = Date.now() + DRAIN_LIMIT_MS;
    const underWay = new Set<Promise<unknown>>();
    while (Date.now() < deadline) {
      const claim = await delivery.claim('any');
      if (claim) {
        const sending = delivery.send(claim).finally(() => underWay.delete(sending));
        underWay.add(sending);
      } else if (underWay.size > 0) await Promise.race(underWay);
      else return;
    }
    await Promise.all(underWay);
  }

  return async function drain(request: Request): Promise<Response> {
    try {
      if (!isSame(request.headers.get(DRAIN_HEADER) ?? '', await readSecret())) {
        return Response.json(
          { code: 'invalid_secret', message: 'The secret is not right.' },
          { status: 401 },
        );
      }
    } catch (error) {
      log.error({ error: String(error) }, 'the secret could not be read');
      return Response.json({ code: 'unavailable', message: 'Please try again later.' }, { status: 503 });
    }
    waitUntil(sendDigest());
    waitUntil(
      sendAllThatIsDue().catch((error: unknown) => {
        log.error({ error: String(error) }, 'not all that is due could be sent');
      }),
    );
    return Response.json({ status: 'accepted' }, { status: 202 });
  };
}
