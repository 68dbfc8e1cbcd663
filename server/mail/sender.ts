import type { Logger } from 'pino';
import type { Delivery } from '../../supabase/functions/send-email/delivery.ts';

type Options = {
  delivery: Delivery;
  log: Logger;
  /** How often to look for pending mails when nobody calls `wake`. */
  pollMs?: number;
};

/** Longer than any mail takes, including its record. */
const STALLED_AFTER_MS = 300_000;

export type Sender = {
  /** Whether it still polls; it also does while the database is away. */
  isRunning: () => boolean;
  /** Looks for pending mails at once: something has just been stored. */
  wake: () => void;
  /** Resolves after the mail that is being sent. */
  stop: () => Promise<void>;
};

/**
 * Sends all pending mails, then waits and looks again: the browser that should have called may be closed, and the
 * mail server may have been down.
 */
export function startSender({ delivery, log, pollMs = 2_000 }: Options): Sender {
  const stopping = new AbortController();
  let lastTurnAt = performance.now();
  let endPause: () => void = () => undefined;

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
      if (stopping.signal.aborted) endPause();
    });

  async function sendAllThatIsDue(): Promise<void> {
    while (!stopping.signal.aborted) {
      lastTurnAt = performance.now();
      const claim = await delivery.claim('any');
      if (!claim) return;
      await delivery.send(claim);
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await sendAllThatIsDue();
      } catch (error) {
        log.error({ error: String(error) }, 'the sender could not reach the database, will try again');
      }
      await pause(pollMs);
    }
  }

  const running = run();
  return {
    isRunning: () => !stopping.signal.aborted && performance.now() - lastTurnAt < STALLED_AFTER_MS,
    wake: () => {
      endPause();
    },
    async stop() {
      stopping.abort();
      endPause();
      await running;
    },
  };
}
