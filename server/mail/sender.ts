import type { Logger } from 'pino';

type Options<Claim> = {
  delivery: {
    /** Reserves a mail that is due for this sender; undefined if there is none. */
    claim: (match: 'any') => Promise<Claim | undefined>;
    /** Never rejects. */
    send: (claim: Claim) => Promise<unknown>;
  };
  log: Logger;
  /** How often to look for pending mails when nobody calls `wake`. */
  pollMs?: number | undefined;
};

/**
 * The pause between two mails leaves the database to visitors who are sending leads. Ten mails a second are enough:
 * above 300 leads a minute, one digest replaces the mails.
 */
export const BETWEEN_MAILS_MS = 100;

/**
 * The sender is taken to be stalled when its loop has begun no iteration for this long. No query takes longer, and the
 * loop does not wait for mails.
 */
const STALLED_AFTER_MS = 300_000;

export type Sender = {
  /** Whether the sender still polls. It continues while the database is unavailable. */
  isRunning: () => boolean;
  /** Looks for pending mails at once. Call it when a lead has been stored. */
  wake: () => void;
  /** Resolves when the mails that are being sent have ended. */
  stop: () => Promise<void>;
};

/**
 * Begins to send every mail that is due, one by one, then waits and looks again. The sender is needed because the
 * visitor may close the browser before it calls `send-email`, and because mails are retried. The sender does not wait
 * for one mail before it begins to send the next; `delivery` limits how many are sent at the same time.
 */
export function startSender<Claim>({ delivery, log, pollMs = 2_000 }: Options<Claim>): Sender {
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
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_MAILS_MS));
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
