import type { Digest } from '../../supabase/functions/send-email/digest.ts';

/** Sends the digests of floods, one a minute at most. */
export function startDigests(digest: Digest, everyMs = 60_000) {
  let running = digest.sendDue();
  const timer = setInterval(() => {
    running = running.then(() => digest.sendDue());
  }, everyMs);
  return {
    /** Resolves after the digest that is being sent. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}
