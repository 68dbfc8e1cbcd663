import { PREFETCH_RULES } from './prefetch-rules.ts';

/** Chromium's: the other browsers have neither it nor the rules. TypeScript does not know it. */
type Connection = { saveData: boolean; effectiveType: string; type?: string };

/** Neither metered, as far as a browser tells, nor slow, nor saving data. */
function isConnectionFree(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return (
    connection !== undefined &&
    !connection.saveData &&
    connection.effectiveType === '4g' &&
    connection.type !== 'cellular'
  );
}

/**
 * Lets the browser fetch the page behind a link that somebody points at or begins to press. It fetches the
 * page only: nothing of it runs before it is visited.
 *
 * @see https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/script/type/speculationrules
 */
function prefetchPages() {
  if (!isConnectionFree()) return;
  const rules = document.createElement('script');
  rules.type = 'speculationrules';
  rules.textContent = PREFETCH_RULES;
  document.head.append(rules);
}

prefetchPages();
