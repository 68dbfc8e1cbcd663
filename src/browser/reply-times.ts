import { promiseInWords } from '../lib/reply-sentence.ts';

const MINUTE_MS = 60_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Shows by when a visitor will hear from us, and updates the sentence at the start of each minute. On a hidden page the
 * updates stop until the page is visible again.
 */
function show() {
  clearTimeout(timer);
  if (document.hidden) return;
  const now = new Date();
  const sentence = promiseInWords(now);
  if (sentence === undefined) return;
  for (const element of document.querySelectorAll('[data-reply-time]'))
    if (element.textContent !== sentence) element.textContent = sentence;
  timer = setTimeout(show, MINUTE_MS - (now.getTime() % MINUTE_MS));
}

document.addEventListener('visibilitychange', show);
window.addEventListener('focus', show);
show();
