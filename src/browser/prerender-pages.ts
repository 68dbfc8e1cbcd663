import { whenIdle } from '../lib/when-idle.ts';
import { SPECULATION_RULES } from './speculation-rules.ts';

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
 * Adds the rules by which the browser prerenders a page when the visitor hovers over or presses a link to it. The page's
 * scripts run before the visit: while `document.prerendering` is true, they must neither send anything nor read what the
 * visitor is still writing.
 *
 * @see https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/script/type/speculationrules
 */
async function prerenderPages() {
  if (!isFastAndUnmetered()) return;
  // The browser parses the rules as soon as they are added, which would lengthen the start of the page's script.
  await whenIdle();
  const rules = document.createElement('script');
  rules.type = 'speculationrules';
  rules.textContent = SPECULATION_RULES;
  document.head.append(rules);
}

void prerenderPages();
