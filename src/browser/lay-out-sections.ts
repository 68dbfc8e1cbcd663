import { isFreshVisit } from '../lib/is-fresh-visit.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { fontsSettled } from './load-fonts.ts';

const sections = document.querySelectorAll<HTMLElement>('section, footer');

/**
 * Gives every section and the footer its real height at once. Call this before the browser scrolls to an element far
 * down the page: heights that change during such a scroll would move the element out of sight.
 */
export function layOutSections() {
  for (const section of sections) section.style.contentVisibility = 'visible';
}

/**
 * Gives the sections their real heights one at a time, when the browser is idle, because laying out the whole page at
 * once blocks a slow phone for 0.1 s, and again for each font that arrives.
 */
async function layOutWhenIdle() {
  await fontsSettled;
  for (const section of sections) {
    await whenIdle();
    section.style.contentVisibility = 'visible';
  }
}

if (isFreshVisit()) {
  // Before the first scroll, only a jump to an element needs the real heights. After a scroll, a reload needs them.
  window.addEventListener('scroll', () => void layOutWhenIdle(), { once: true });
  // The browser scrolls to the element that gets the focus.
  window.addEventListener('keydown', ({ key }) => {
    if (key === 'Tab') layOutSections();
  });
} else {
  // The browser restores a scroll position.
  layOutSections();
}
