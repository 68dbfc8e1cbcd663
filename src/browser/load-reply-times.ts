import { INTERACTION_EVENTS } from '../lib/interaction-events.ts';

/**
 * Loads `reply-times.ts` at the first interaction with the page. That module writes by when a visitor will hear from us
 * into each element with `data-reply-time`. Until then, and without JavaScript, these elements show the opening hours.
 */
function start() {
  // If the module cannot be loaded, the opening hours stay. A module runs only once, however often it is imported.
  import('./reply-times.ts').catch(() => undefined);
}

for (const type of INTERACTION_EVENTS) {
  window.addEventListener(type, start, { passive: true, once: true });
}
