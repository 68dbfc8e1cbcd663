import { isFreshVisit } from '../lib/is-fresh-visit.ts';

const HASH_DELAY_MS = 100;

/**
 * Keeps the target of the URL's hash in view while parts above it change their height, until the visitor scrolls,
 * presses or types.
 */
function showHash() {
  // Otherwise the browser restores the scroll position.
  if (!isFreshVisit()) return;
  // An observer reports once at the start, and then after each change of the page's height.
  const heights = new ResizeObserver(() => document.querySelector(':target')?.scrollIntoView());
  const timer = setTimeout(() => {
    heights.observe(document.body);
  }, HASH_DELAY_MS);
  const takenOver = new AbortController();
  const stop = () => {
    clearTimeout(timer);
    heights.disconnect();
    takenOver.abort();
  };
  for (const act of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    window.addEventListener(act, stop, { passive: true, signal: takenOver.signal });
  }
}

/** The form in the hero sends nothing: it scrolls to the valuation form. */
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
