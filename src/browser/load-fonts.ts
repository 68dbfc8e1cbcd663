import besley from '../../.astro/fonts/besley.woff2';
import figtree from '../../.astro/fonts/figtree.woff2';
import { whenIdle } from '../lib/when-idle.ts';

/**
 * Adds both fonts together, once each has loaded or failed, so that the browser lays out the text again only once. With
 * `@font-face` in the style sheet, which loads after the first paint, the browser would lay it out once for the sheet
 * and once for each font.
 */
async function loadFonts() {
  // Waits until the browser is idle, because the start of this script is already one of the page's longest tasks.
  await whenIdle();
  const fonts = [
    new FontFace('Besley', `url(${besley})`, { weight: '400 700' }),
    new FontFace('Figtree', `url(${figtree})`, { weight: '400 700' }),
  ];
  await Promise.allSettled(fonts.map((font) => font.load()));
  for (const font of fonts) if (font.status === 'loaded') document.fonts.add(font);
  // Lays out a prerendered page before it is opened, which the browser does not do by itself.
  if (document.prerendering) document.body.getBoundingClientRect();
}

/** Resolves once each font has loaded or failed. */
export const fontsSettled = loadFonts();
