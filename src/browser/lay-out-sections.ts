import { idle } from '../lib/idle.ts';
import { isFreshVisit } from '../lib/is-fresh-visit.ts';
import { fontsLoaded } from './load-fonts.ts';

/**
 * Lays out the sections and the footer below the first screen one at a time, when the browser is idle (`idle.ts`). Until
 * then the style sheet excludes them from layout (`content-visibility`), because laying out a whole page blocks a slow
 * phone for 0.1 s, and again for each font that arrives.
 */
async function layOutSections() {
  await fontsLoaded;
  for (const section of sections) {
    await idle();
    section.style.contentVisibility = 'visible';
  }
}

const sections = document.querySelectorAll<HTMLElement>('section, footer');

if (isFreshVisit()) {
  window.addEventListener('load', () => void layOutSections());
} else {
  // The browser restores a scroll position, which needs the sections' real heights.
  for (const section of sections) section.style.contentVisibility = 'visible';
}
