import { whenIdle } from '../lib/when-idle.ts';

/** The distance to a form's buttons at which the chat hides. */
const GAP_PX = 8;

/** Sets an attribute on the root element while a part of the chat would cover a form's buttons. CSS hides the part. */
function watchOverlap(part: Element, attribute: string) {
  let observer: IntersectionObserver | undefined;

  function watch() {
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
    for (const row of document.querySelectorAll('main [data-form-actions]')) observer.observe(row);
  }

  window.addEventListener('resize', watch);
  // A ResizeObserver calls `watch` once when it starts, and again when the "message sent" box changes the chat's size.
  new ResizeObserver(watch).observe(part);
}

async function start() {
  // Measuring forces a layout. At the start of the page's script this would make a long task longer.
  await whenIdle();
  const dock = document.querySelector('[data-island="chat-widget"] > aside');
  const toggle = dock?.querySelector('summary');
  if (toggle) watchOverlap(toggle, 'data-hide-chat');
  if (dock) watchOverlap(dock, 'data-hide-chat-sent');
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
