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
  if (list.getBoundingClientRect().top < window.innerHeight) return;
  for (const [index, item] of [...list.querySelectorAll('li')].entries()) {
    item.style.animationDelay = `${index * STAGGER_MS}ms`;
  }
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return;
    list.dataset.entrance = 'begun';
    observer.disconnect();
  });
  list.dataset.entrance = 'waiting';
  observer.observe(list);
}

for (const list of document.querySelectorAll<HTMLElement>('[data-accordion]')) {
  moveWithKeys(list);
  enterWhenSeen(list);
}
