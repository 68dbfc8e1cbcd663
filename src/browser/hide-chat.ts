import { whenIdle } from '../lib/when-idle.ts';

/** What the chat must not cover: a form's buttons. */
const KEPT_CLEAR = 'main [data-form-actions]';

/** The distance to these at which the chat hides. */
const GAP_PX = 8;

const DOCK = '[data-island="chat-widget"] > aside';

/** Sets an attribute on the root element while a part of the chat would cover one of these. CSS hides the part. */
function watchOverlap(selector: string, attribute: string) {
  let observer: IntersectionObserver | undefined;
  let part: Element | null = null;
  // Calls `watch` once when it starts, and again when the "message sent" box changes the chat's size.
  const sizes = new ResizeObserver(watch);

  function watch() {
    const found = document.querySelector(selector);
    if (!found) return;
    // React replaces the element during hydration if a browser extension or a translation has changed the page.
    if (found !== part) {
      part = found;
      sizes.disconnect();
      sizes.observe(part);
      return;
    }
    const covered = new Set<Element>();
    const { top, right, bottom, left } = part.getBoundingClientRect();
    const { innerWidth, innerHeight } = window;
    const inset = [top, innerWidth - right, innerHeight - bottom, left].map((px) => `${GAP_PX - px}px`);
    observer?.disconnect();
    observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) covered[isIntersecting ? 'add' : 'delete'](target);
        document.documentElement.toggleAttribute(attribute, covered.size > 0);
      },
      { rootMargin: inset.join(' ') },
    );
    for (const kept of document.querySelectorAll(KEPT_CLEAR)) observer.observe(kept);
  }

  window.addEventListener('resize', watch);
  watch();
}

async function start() {
  // Measuring forces a layout. At the start of the page's script this would make a long task longer.
  await whenIdle();
  watchOverlap(`${DOCK} summary`, 'data-hide-chat');
  watchOverlap(DOCK, 'data-hide-chat-sent');
}

// Hides the chat while a note (the popover that explains a figure) is open. The listener is in the capture phase,
// because toggle events do not bubble, and checks the id, because browser extensions open popovers too.
window.addEventListener(
  'toggle',
  ({ target, newState }) => {
    if ((target as Element).id.startsWith('note-'))
      document.documentElement.toggleAttribute('data-hide-chat-note', newState === 'open');
  },
  true,
);

void start();
