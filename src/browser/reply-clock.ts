import { FIRST_TOUCHES } from '../lib/first-touches.ts';

/**
 * Loads the clock that says by when a visitor hears from us, at the first touch of the page. Until then, and without
 * scripts, its place says what is true at any time.
 */
function start() {
  // If the clock does not arrive, the sentence in its place stays. However often it is imported, it starts once.
  import('./reply-clocks.ts').catch(() => undefined);
}

for (const touch of FIRST_TOUCHES) {
  window.addEventListener(touch, start, { passive: true, once: true });
}
