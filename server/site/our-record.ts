import type { Logger } from 'pino';
import type { Site } from './site.ts';

/** The shortest time between two counts. With very many offers, counting takes at most a hundredth of the time. */
const INTERVAL_MS = 60_000;
const MOST_OF_THE_TIME = 0.01;

const PLACE = /(?<=<span data-our-record="">)[^<]*/g;

type Options = {
  site: Pick<Site, 'onUse' | 'changePages'>;
  read: () => Promise<string>;
  log: Logger;
};

/**
 * Writes the firm's record of its offers into the pages that show it, now and whenever it has changed. Visitors get the
 * pages from memory, so no request waits for the count. If it cannot be read, the pages keep the former one, with its day.
 *
 * @returns ends the updates
 */
export async function showOurRecord({ site, read, log }: Options): Promise<() => void> {
  let shown: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let hasEnded = false;
  async function update() {
    let waitMs = INTERVAL_MS;
    try {
      const startMs = performance.now();
      const words = await read();
      waitMs = Math.max(INTERVAL_MS, (performance.now() - startMs) / MOST_OF_THE_TIME);
      if (words !== shown) site.changePages((html) => html.replace(PLACE, words));
      shown = words;
    } catch (error) {
      log.warn({ error: String(error) }, 'the record of our offers could not be updated on the pages');
    }
    clearTimeout(timer);
    if (!hasEnded) timer = setTimeout(() => void update(), waitMs).unref();
  }
  await update();
  site.onUse(() => {
    shown = undefined;
    void update();
  });
  return () => {
    hasEnded = true;
    clearTimeout(timer);
  };
}
