/**
 * Lets the first screen be painted as soon as the page's own bytes are there: its styles stand in the page, the
 * others come after the first paint, and then the fonts (`after-first-paint.ts`). `build/finish-pages.ts` puts
 * this into each page's head, below the style sheet's link in a `noscript`, for browsers without scripts.
 *
 * Who comes from a page of ours, or back to one, has that sheet in the browser's cache, and who comes to a place
 * further down needs it there, or sees more than the first screen at once: these pages are painted whole. So are
 * those in a tab behind, which nobody waits for.
 */

/** A window that is higher shows more than a first screen. */
const TALL_PX = 1000;
const link = document.querySelector('noscript')?.textContent ?? '';
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];

if (
  document.hidden ||
  window.innerHeight > TALL_PX ||
  window.location.hash ||
  document.referrer.startsWith(`${window.location.origin}/`) ||
  visit?.type !== 'navigate'
) {
  // All browsers wait with painting for what a page writes, and only some for what its script appends.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  document.write(link);
} else {
  document.documentElement.dataset.early = '';
  // A frame of nothing but paper may come before.
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    document.head.insertAdjacentHTML('beforeend', link);
  }).observe({ type: 'paint', buffered: true });
}
