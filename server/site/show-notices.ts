import { toScottishTime } from '#calendar/reply-deadline.ts';
import { isoDate } from '#src/lib/dates.ts';
import type { Site } from './site.ts';

const INTERVAL_MS = 60_000;

/** The start of a notice (`src/components/sections/Notices.tsx`), with its first and its last day. */
const NOTICE = /(<aside\b[^>]* data-notice="([\d-]+)\/([\d-]+)")(?: hidden(?:="")?)?/g;

/** A page with the notices of a day shown, and all others hidden. */
export const withNoticesOf = (today: string, html: string): string =>
  html.replace(
    NOTICE,
    (_, start: string, first: string, last: string) =>
      start + (first <= today && today <= last ? '' : ' hidden=""'),
  );

/**
 * Shows and hides the notices in the pages, now and whenever a Scottish day begins. Visitors get the pages from memory.
 *
 * @returns ends the updates
 */
export function showNotices(site: Pick<Site, 'onUse' | 'changePages'>): () => void {
  let shownOn: string | undefined;
  function update(): void {
    const today = isoDate(toScottishTime(new Date()));
    if (today === shownOn) return;
    shownOn = today;
    site.changePages((html) => withNoticesOf(today, html));
  }
  update();
  site.onUse(() => {
    shownOn = undefined;
    update();
  });
  const timer = setInterval(update, INTERVAL_MS).unref();
  return () => {
    clearInterval(timer);
  };
}
