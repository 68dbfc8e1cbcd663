import { isFreshVisit } from '../lib/is-fresh-visit.ts';

const START_DELAY_MS = 100;

/**
 * Scrolls to an element, and again whenever the page changes its height, because the sections above it get their real
 * heights only when they come close to the screen (`content-visibility` in `styles/global.css`). Stops when the visitor
 * scrolls, presses or types.
 */
function keepScrolledTo(find: () => Element | null, delayMs: number) {
  // A ResizeObserver calls back once at the start, and then after each change of the page's height.
  const heights = new ResizeObserver(() => find()?.scrollIntoView());
  const timer = setTimeout(() => {
    heights.observe(document.body);
  }, delayMs);
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

const findTarget = () => document.querySelector(':target');

/** Makes the form in the hero scroll to the valuation form. The hero's form sends nothing. */
function scrollFormsToTarget() {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-scroll-to]')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const target = document.getElementById(form.dataset.scrollTo ?? '');
      keepScrolledTo(() => target, 0);
      target?.querySelector('h2')?.focus({ preventScroll: true });
    });
  }
}

// After a reload or a step back, the browser restores the scroll position itself.
if (isFreshVisit()) keepScrolledTo(findTarget, START_DELAY_MS);
document.addEventListener('click', ({ target, defaultPrevented }) => {
  const link = target instanceof Element && target.closest('a');
  if (!link || !link.hash || link.pathname !== window.location.pathname || defaultPrevented) return;
  // The browser follows the link after this event, unless it opens it in another tab.
  keepScrolledTo(() => (window.location.hash === link.hash ? findTarget() : null), 0);
});
scrollFormsToTarget();
