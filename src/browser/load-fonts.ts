import besley from '../../.astro/fonts/besley.woff2';
import figtree from '../../.astro/fonts/figtree.woff2';
import { idle } from '../lib/idle.ts';

/**
 * Shows the site's fonts when both have arrived or failed, so that the browser lays out the text only once more. With
 * `@font-face` in the late style sheet it would do so when the sheet arrives, and again for each font.
 */
async function loadFonts() {
  // The fonts can wait. Starting the page's script is already one of its longest tasks.
  await idle();
  const fonts = [
    new FontFace('Besley', `url(${besley})`, { weight: '400 700' }),
    new FontFace('Figtree', `url(${figtree})`, { weight: '400 700' }),
  ];
  await Promise.allSettled(fonts.map((font) => font.load()));
  for (const font of fonts) if (font.status === 'loaded') document.fonts.add(font);
}

export const fontsLoaded = loadFonts();
