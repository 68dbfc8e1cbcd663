import { headerAfterKey } from './accordion-keys.ts';

/** From one item's entrance to the next one's. */
const STAGGER_MS = 50;

/** The arrow, Home and End keys move between the questions of a list. */
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

/** A list that is still below the screen enters item by item when it is scrolled to. */
function enterWhenSeen(list: HTMLElement) {
  for (const [index, item] of [...list.querySelectorAll('li')].entries()) {
    item.style.animationDelay = `${index * STAGGER_MS}ms`;
  }
  // It reports at once, and needs no layout of its own for it.
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry) return;
    const { isIntersecting, boundingClientRect: box } = entry;
    const isWaiting = list.dataset.entrance === 'waiting';
    if (isWaiting && isIntersecting) list.dataset.entrance = 'begun';
    else if (!isWaiting && !isIntersecting && box.bottom >= 0) list.dataset.entrance = 'waiting';
    if (list.dataset.entrance !== 'waiting') observer.disconnect();
  });
  observer.observe(list);
}

for (const list of document.querySelectorAll<HTMLElement>('[data-accordion]')) {
  moveWithKeys(list);
  enterWhenSeen(list);
}
