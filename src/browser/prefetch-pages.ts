import { whenIdle } from '../lib/when-idle.ts';
import { PREFETCH_RULES } from './prefetch-rules.ts';

/** The type of `navigator.connection`, which TypeScript lacks because only Chromium has it. */
type Connection = { saveData: boolean; effectiveType: string; type?: string };

/** Whether the connection is fast and, as far as the browser knows, neither metered nor saving data. */
function isFastAndUnmetered(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return (
    connection !== undefined &&
    !connection.saveData &&
    connection.effectiveType === '4g' &&
    connection.type !== 'cellular'
  );
}

/**
 * Adds the rules by which the browser prefetches a page when the visitor hovers over or presses a link to it. It
 * fetches the HTML only: no script of the page runs before the visit.
 *
 * @see https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/script/type/speculationrules
 */
async function prefetchPages() {
  if (!isFastAndUnmetered()) return;
  // The browser parses the rules as soon as they are added, which would lengthen the start of the page's script.
  await whenIdle();
  const rules = document.createElement('script');
  rules.type = 'speculationrules';
  rules.textContent = PREFETCH_RULES;
  document.head.append(rules);
}

void prefetchPages();
