import { isFreshVisit } from '../lib/is-fresh-visit.ts';
import { nextPaint } from '../lib/next-paint.ts';
import { layOutSections } from './lay-out-sections.ts';

/**
 * Scrolls to an element, and again whenever the page changes its height, as it does when the style sheet and the fonts
 * arrive. Stops when the visitor scrolls, presses or types.
 *
 * @param find returns null while there is nothing to scroll to
 */
async function keepScrolledTo(find: () => Element | null, behavior: ScrollBehavior) {
  // The browser first paints its response to a press: laying out the sections takes a slow phone a tenth of a second.
  await nextPaint();
  // A ResizeObserver calls back once at the start, and then after each change of the page's height.
  const heights = new ResizeObserver(() => {
    const target = find();
    if (!target) return;
    layOutSections();
    target.scrollIntoView({ behavior });
  });
  heights.observe(document.body);
  for (const type of ['wheel', 'pointerdown', 'keydown']) {
    window.addEventListener(
      type,
      () => {
        heights.disconnect();
      },
      { once: true },
    );
  }
}

const findTarget = () => document.querySelector(':target');

// After a reload or a step back, the browser restores the scroll position itself. On a fresh visit, the page opens at its
// target without scrolling smoothly. In a link from a search engine, the target may be a text: `location.hash` is then
// empty.
if (isFreshVisit()) void keepScrolledTo(findTarget, 'instant');
document.addEventListener('click', ({ target, defaultPrevented }) => {
  const link = target instanceof Element && target.closest('a');
  if (!link || !link.hash || link.pathname !== window.location.pathname || defaultPrevented) return;
  // The browser follows the link after this event, unless it opens it in another tab.
  void keepScrolledTo(() => (window.location.hash === link.hash ? findTarget() : null), 'auto');
});
// The form in the hero sends nothing: it scrolls to the valuation form.
document.querySelector('form[action="#valuation-form"]')?.addEventListener('submit', (event) => {
  event.preventDefault();
  const target = document.getElementById('valuation-form');
  void keepScrolledTo(() => target, 'auto');
  target?.querySelector('h2')?.focus({ preventScroll: true });
});
