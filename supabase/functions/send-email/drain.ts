import { createHash, timingSafeEqual } from 'node:crypto';
import type { Delivery, Log } from './delivery.ts';

/** The header that asks for all that is due. No page sends it, and CORS lets none. */
export const DRAIN_HEADER = 'x-drain-secret';

/** No mail is begun after this: one may take 40 seconds more, and Supabase ends a worker after 150. */
const DRAIN_LIMIT_MS = 60_000;

export type DrainDependencies = {
  delivery: Delivery;
  /** The secret that the database has made (`private.secrets`). */
  readSecret: () => Promise<string>;
  log: Log;
  waitUntil: (work: Promise<unknown>) => void;
};

/** In a time that does not tell where two secrets differ. */
function isSame(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

/**
 * Answers the database's clock (`private.schedule_sending`): sends whatever is due, one mail after the
 * other. Without the secret it does nothing.
 *
 * @returns 202 at once, the work goes on; 401 for another secret; 503 when the database cannot be asked
 */
export function createDrain({ delivery, readSecret, log, waitUntil }: DrainDependencies) {
  async function sendAllThatIsDue(): Promise<void> {
    const deadline = Date.now() + DRAIN_LIMIT_MS;
    while (Date.now() < deadline) {
      const claim = await delivery.claim('any');
      if (!claim) return;
      await delivery.send(claim);
    }
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
    waitUntil(
      sendAllThatIsDue().catch((error: unknown) => {
        log.error({ error: String(error) }, 'not all that is due could be sent');
      }),
    );
    return Response.json({ status: 'accepted' }, { status: 202 });
  };
}
