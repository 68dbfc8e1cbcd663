import { promiseInWords } from '../lib/reply-clock.ts';

const MINUTE_MS = 60_000;

const clocks = document.querySelectorAll('[data-reply-clock]');
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows the sentence, and again when the minute turns. A hidden page waits until it is seen. */
function show() {
  clearTimeout(timer);
  if (document.hidden) return;
  const now = new Date();
  const sentence = promiseInWords(now);
  if (sentence === undefined) return;
  for (const clock of clocks) if (clock.textContent !== sentence) clock.textContent = sentence;
  timer = setTimeout(show, MINUTE_MS - (now.getTime() % MINUTE_MS));
}

document.addEventListener('visibilitychange', show);
window.addEventListener('focus', show);
show();
