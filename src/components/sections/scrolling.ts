const HASH_DELAY_MS = 100;

/** A page that somebody comes back to, or loads again, stands where they left it: the browser sees to that. */
function isFreshVisit(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'navigate';
}

/**
 * A page that comes with a hash is taken to its element: the style sheet makes it smooth, except for people who
 * ask for less motion. An island above that takes its place later would move the element away, so the page
 * follows it, until the reader takes over.
 */
function showHash() {
  if (!isFreshVisit()) return;
  // An observer reports at once, which is the first time, and then whenever the page's height changes.
  const heights = new ResizeObserver(() => document.querySelector(':target')?.scrollIntoView());
  const timer = setTimeout(() => {
    heights.observe(document.body);
  }, HASH_DELAY_MS);
  const readerActs = new AbortController();
  const leaveIt = () => {
    clearTimeout(timer);
    heights.disconnect();
    readerActs.abort();
  };
  for (const act of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    window.addEventListener(act, leaveIt, { passive: true, signal: readerActs.signal });
  }
}

/** The hero's box sends nothing anywhere: it leads to the form. */
function leadFormsTo() {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-leads-to]')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const target = document.getElementById(form.dataset.leadsTo ?? '');
      target?.scrollIntoView();
      target?.querySelector('h2')?.focus({ preventScroll: true });
    });
  }
}

showHash();
leadFormsTo();
