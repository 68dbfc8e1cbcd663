import { isFreshVisit } from '../lib/is-fresh-visit.ts';

const START_DELAY_MS = 100;

/**
 * Keeps the target of the URL's fragment in view while parts above it change their height, until the visitor scrolls,
 * presses or types.
 */
function keepTargetInView() {
  // After a reload or a step back, the browser restores the scroll position itself.
  if (!isFreshVisit()) return;
  // A ResizeObserver calls back once at the start, and then after each change of the page's height.
  const heights = new ResizeObserver(() => document.querySelector(':target')?.scrollIntoView());
  const timer = setTimeout(() => {
    heights.observe(document.body);
  }, START_DELAY_MS);
  const interaction = new AbortController();
  const stop = () => {
    clearTimeout(timer);
    heights.disconnect();
    interaction.abort();
  };
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    window.addEventListener(type, stop, { passive: true, signal: interaction.signal });
  }
}

/** Makes the form in the hero scroll to the valuation form. The hero's form sends nothing. */
function scrollFormsToTarget() {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-scroll-to]')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const target = document.getElementById(form.dataset.scrollTo ?? '');
      target?.scrollIntoView();
      target?.querySelector('h2')?.focus({ preventScroll: true });
    });
  }
}

keepTargetInView();
scrollFormsToTarget();
