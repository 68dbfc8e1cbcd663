import { CLOSE_GRACE_MS } from '../../supabase/functions/send-email/delivery.ts';
import type { Digest } from '../../supabase/functions/send-email/digest.ts';

const EVERY_MS = 60_000;

/**
 * Sends a digest at the start and then every minute, if one is due. A digest is one mail about many leads. In a flood
 * of leads, it replaces the mail about each lead.
 */
export function startDigests(digest: Digest) {
  const closing = new AbortController();
  let running = digest.sendDue(closing.signal);
  const timer = setInterval(() => {
    running = running.then(() => digest.sendDue(closing.signal));
  }, EVERY_MS);
  return {
    /** Resolves when the digest that is being sent has ended, and aborts it after `graceMs`. */
    async stop(graceMs = CLOSE_GRACE_MS): Promise<void> {
      clearInterval(timer);
      const grace = setTimeout(() => {
        closing.abort();
      }, graceMs);
      await running;
      clearTimeout(grace);
    },
  };
}
