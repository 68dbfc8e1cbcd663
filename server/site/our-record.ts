import type { Logger } from 'pino';
import type { Site } from './site.ts';

/** How old the record on the pages may be. */
const INTERVAL_MS = 60_000;

const PLACE = /(?<=<span data-our-record="">)[^<]*/g;

type Options = {
  site: Pick<Site, 'pagePaths' | 'readPage' | 'replacePage'>;
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
  const pages = site
    .pagePaths()
    .map((path) => ({ path, html: site.readPage(path) ?? '' }))
    .filter(({ html }) => html.search(PLACE) >= 0);
  let shown: string | undefined;
  async function update() {
    try {
      const words = await read();
      if (words === shown) return;
      await Promise.all(pages.map(({ path, html }) => site.replacePage(path, html.replace(PLACE, words))));
      shown = words;
    } catch (error) {
      log.warn({ error: String(error) }, 'the record of our offers could not be updated on the pages');
    }
  }
  await update();
  const timer = setInterval(() => void update(), INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
