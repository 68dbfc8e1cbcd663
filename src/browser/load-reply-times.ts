import { INTERACTION_EVENTS } from '../lib/interaction-events.ts';

/**
 * Loads `reply-times.ts` at the first interaction with the page. That module fills each element with `data-reply-time`
 * with a sentence that says by when a visitor will hear from us. Until then, and without JavaScript, these elements
 * show the opening hours.
 */
function start() {
  // If the module cannot be loaded, the opening hours stay. Each type of event imports it again, but a module runs only
  // once.
  import('./reply-times.ts').catch(() => undefined);
}

for (const type of INTERACTION_EVENTS) {
  window.addEventListener(type, start, { passive: true, once: true });
}
