import { isFreshVisit } from '../lib/is-fresh-visit.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { fontsSettled } from './load-fonts.ts';

/**
 * Sets `content-visibility: visible` on the sections and the footer one at a time, when the browser is idle. Until then
 * the style sheet has `content-visibility: auto`, because laying out the whole page at once blocks a slow phone for
 * 0.1 s, and again for each font that arrives.
 */
async function layOutSections() {
  await fontsSettled;
  for (const section of sections) {
    await whenIdle();
    section.style.contentVisibility = 'visible';
  }
}

const sections = document.querySelectorAll<HTMLElement>('section, footer');

if (isFreshVisit()) {
  // Nothing needs the sections' real heights before the visitor scrolls. After a scroll, a reload needs them.
  window.addEventListener('scroll', () => void layOutSections(), { once: true });
} else {
  // The browser restores a scroll position, which needs the sections' real heights.
  for (const section of sections) section.style.contentVisibility = 'visible';
}
