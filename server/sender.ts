import type { Logger } from 'pino';
import type { Delivery } from '../supabase/functions/send-email/delivery.ts';

type Options = {
  delivery: Delivery;
  log: Logger;
  /** How often to look for what is pending when nobody calls. */
  pollMs?: number;
  /** Whether many leads wait to be stored. They come first: a mail may be later, and a visitor waits. */
  isCrowded?: () => boolean;
};

/** Between two mails while many leads come in. */
const PAUSE_IN_A_CROWD_MS = 100;

/** Longer than any mail may take, with the record of it. */
const STALLED_AFTER_MS = 300_000;

export type Sender = {
  /** Whether it goes on looking; it does while the database is away, too. */
  isRunning: () => boolean;
  /** Looks at once: something has just been stored. */
  wake: () => void;
  /** Ends after the mail that is under way. */
  stop: () => Promise<void>;
};

/**
 * Sends whatever is pending until nothing is, then waits: the browser that should have called may be
 * closed, and the mail server may have been out.
 */
export function startSender({ delivery, log, pollMs = 2_000, isCrowded = () => false }: Options): Sender {
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
      if (isCrowded()) await pause(PAUSE_IN_A_CROWD_MS);
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
