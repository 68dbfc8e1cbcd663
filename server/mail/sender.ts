import type { Logger } from 'pino';
import type { Delivery } from '../../supabase/functions/send-email/delivery.ts';

type Options = {
  delivery: Pick<Delivery, 'claim' | 'send'>;
  log: Logger;
  /** How often to look for pending mails when nobody calls `wake`. */
  pollMs?: number;
};

/** Longer than any look into the database takes. Mails do not hold the loop up. */
const STALLED_AFTER_MS = 300_000;

export type Sender = {
  /** Whether it still polls; it also does while the database is away. */
  isRunning: () => boolean;
  /** Looks for pending mails at once: something has just been stored. */
  wake: () => void;
  /** Resolves after the mails that are being sent. */
  stop: () => Promise<void>;
};

/**
 * Starts every mail that is due, then waits and looks again: the browser that should have called may be closed, and the
 * mail server may have been down. It does not wait for a mail before it starts the next; `delivery` limits how many are
 * under way.
 */
export function startSender({ delivery, log, pollMs = 2_000 }: Options): Sender {
  const stopping = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  let lastTurnAt = performance.now();
  let isWoken = false;
  let endPause: () => void = () => undefined;

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
      if (isWoken || stopping.signal.aborted) endPause();
    });

  function wake(): void {
    isWoken = true;
    endPause();
  }

  async function startAllThatIsDue(): Promise<void> {
    while (!stopping.signal.aborted) {
      lastTurnAt = performance.now();
      isWoken = false;
      const claim = await delivery.claim('any');
      if (!claim) return;
      const sending = delivery.send(claim).finally(() => {
        underWay.delete(sending);
        wake();
      });
      underWay.add(sending);
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await startAllThatIsDue();
      } catch (error) {
        log.error({ error: String(error) }, 'the sender could not reach the database, will try again');
      }
      await pause(pollMs);
    }
  }

  const running = run();
  return {
    isRunning: () => !stopping.signal.aborted && performance.now() - lastTurnAt < STALLED_AFTER_MS,
    wake,
    async stop() {
      stopping.abort();
      endPause();
      await running;
      await Promise.all(underWay);
    },
  };
}
