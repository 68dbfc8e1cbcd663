import { idle } from '../lib/idle.ts';

/**
 * Lays out the sections below the first screen one at a time, while the browser is idle. Until then the style sheet
 * leaves them out (`content-visibility`), because laying out a whole page blocks a slow phone for 0.1 s, and once more
 * for each font.
 */
async function layOutSections() {
  await document.fonts.ready;
  for (const section of document.querySelectorAll<HTMLElement>('section')) {
    await idle();
    section.style.contentVisibility = 'visible';
  }
}

window.addEventListener('load', () => void layOutSections());
