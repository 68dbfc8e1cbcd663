import { headerAfterKey } from './accordion-keys.ts';

/** The time from the start of one item's animation to the start of the next item's. */
const STAGGER_MS = 50;

/** Lets the arrow, Home and End keys move the focus between the headers of the accordion's items. */
function moveWithKeys(list: HTMLElement) {
  const headers = [...list.querySelectorAll('summary')];
  list.addEventListener('keydown', (event) => {
    const index = headers.findIndex((header) => header === event.target);
    if (index === -1 || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = headerAfterKey(event.key, index, headers.length);
    if (next === undefined) return;
    event.preventDefault();
    headers[next]?.focus();
  });
}

/**
 * Animates the items one by one when a list that was below the screen is scrolled into view. The style sheet hides the
 * items while `data-entrance` is `waiting`, and animates them when it is `running`.
 */
function animateWhenInView(list: HTMLElement) {
  for (const [index, item] of [...list.querySelectorAll('li')].entries()) {
    item.style.animationDelay = `${index * STAGGER_MS}ms`;
  }
  // The observer's first callback says whether the list is in view. Measuring the list here would force a layout.
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry) return;
    const { isIntersecting, boundingClientRect: box } = entry;
    const isWaiting = list.dataset.entrance === 'waiting';
    if (isWaiting && isIntersecting) list.dataset.entrance = 'running';
    else if (!isWaiting && !isIntersecting && box.bottom >= 0) list.dataset.entrance = 'waiting';
    if (list.dataset.entrance !== 'waiting') observer.disconnect();
  });
  observer.observe(list);
}

for (const list of document.querySelectorAll<HTMLElement>('[data-accordion]')) {
  moveWithKeys(list);
  animateWhenInView(list);
}
