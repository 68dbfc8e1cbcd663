/**
 * Loads the clock that says by when a visitor hears from us, at the first touch of the page. Until then, and without
 * scripts, its place says what is true at any time.
 */
const touched = new AbortController();

function start() {
  touched.abort();
  // If the clock does not arrive, the sentence in its place stays.
  import('./reply-clocks.ts').catch(() => undefined);
}

for (const touch of ['pointerover', 'pointerdown', 'keydown', 'focusin']) {
  window.addEventListener(touch, start, { passive: true, signal: touched.signal });
}
