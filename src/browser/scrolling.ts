import { isFreshVisit } from '../lib/is-fresh-visit.ts';
import { nextPaint } from '../lib/next-paint.ts';
import { layOutSections } from './lay-out-sections.ts';

/** How long a page that is opened with a fragment waits before it scrolls, as the firm's specification requires. */
const FRAGMENT_DELAY_MS = 100;

/**
 * Scrolls to an element, smoothly unless the visitor wants less motion, and again whenever the page changes its height,
 * as it does when the style sheet and the fonts arrive. Stops when the visitor scrolls, presses or types.
 *
 * @param find returns null while there is nothing to scroll to
 */
async function keepScrolledTo(find: () => Element | null) {
  // The browser first paints its response to a press: laying out the sections takes a slow phone a tenth of a second.
  await nextPaint();
  // A ResizeObserver calls back once at the start, and then after each change of the page's height.
  const heights = new ResizeObserver(() => {
    const target = find();
    if (!target) return;
    layOutSections();
    target.scrollIntoView();
  });
  heights.observe(document.body);
  for (const type of ['wheel', 'pointerdown', 'keydown']) {
    addEventListener(
      type,
      () => {
        heights.disconnect();
      },
      { once: true },
    );
  }
}

const findTarget = () => document.querySelector(':target');

function scrollToFragment() {
  // In a link from a search engine, the target may be a text: `location.hash` is then empty.
  const target = document.getElementById(location.hash.slice(1));
  // Holds the page at its top. The browser scrolls by itself once the page is parsed, before the delay and past sections
  // without their real heights. A scroll that has just begun is ended.
  if (target && scrollY < 100) {
    target.style.scrollMarginTop = '99999px';
    scrollTo({ top: 0, behavior: 'instant' });
  }
  // Before the scroll and not in it: laying out the sections holds up the first frames.
  if (target) void nextPaint().then(layOutSections);
  setTimeout(() => {
    if (target) target.style.scrollMarginTop = '';
    void keepScrolledTo(findTarget);
  }, FRAGMENT_DELAY_MS);
}

// After a reload or a step back, the browser restores the scroll position itself.
if (isFreshVisit()) scrollToFragment();
document.addEventListener('click', ({ target, defaultPrevented }) => {
  const link = target instanceof Element && target.closest('a');
  if (!link || !link.hash || link.pathname !== location.pathname || defaultPrevented) return;
  // The browser follows the link after this event, unless it opens it in another tab.
  void keepScrolledTo(() => (location.hash === link.hash ? findTarget() : null));
});
// The form in the hero sends nothing: it scrolls to the valuation form.
document.querySelector('form[action="#valuation-form"]')?.addEventListener('submit', (event) => {
  event.preventDefault();
  const target = document.getElementById('valuation-form');
  void keepScrolledTo(() => target);
  target?.querySelector('h2')?.focus({ preventScroll: true });
});
