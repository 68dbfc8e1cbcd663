import { nextPaint } from '../../lib/next-paint.ts';
import { holdActs } from './hold-acts.ts';

/** The first of these at an island says that somebody wants it. A pointer that comes near gives it a start. */
const TOUCHES = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'input'];

/** Loads an island's code, together with React, and brings it to life. */
async function load(host: HTMLElement): Promise<void> {
  const props: unknown = JSON.parse(host.dataset.props ?? '');
  if (host.dataset.island === 'chat-widget') {
    const [{ hydrate }, { ChatWidget }] = await Promise.all([
      import('./hydrate.tsx'),
      import('../chat/ChatWidget.island.tsx'),
    ]);
    await hydrate(host, ChatWidget, props as Parameters<typeof ChatWidget>[0]);
  } else {
    const [{ hydrate }, { ValuationForm }] = await Promise.all([
      import('./hydrate.tsx'),
      import('../valuation/ValuationForm.island.tsx'),
    ]);
    await hydrate(host, ValuationForm, props as Parameters<typeof ValuationForm>[0]);
  }
}

/**
 * Whether somebody is in it already, or there is something to put back: a draft, a server's answer, a step or a
 * confirmation called up.
 */
function isWanted(host: HTMLElement, form: HTMLFormElement): boolean {
  return (
    host.contains(document.activeElement) ||
    hasDraft(form) ||
    host.querySelector(':target, [data-error-summary]:not([hidden])') !== null ||
    (isInSteps(form) && window.history.state !== null)
  );
}

/** The draft's key is the form's name (`lib/draft.ts`). Even naming the storage throws where it is blocked. */
function hasDraft(form: HTMLFormElement): boolean {
  try {
    return sessionStorage.getItem(form.dataset.leadForm ?? '') !== null;
  } catch {
    return false;
  }
}

const isInSteps = (form: HTMLFormElement) => form.querySelector('[data-form-step]') !== null;

/**
 * Lets an island sleep until it is touched. Its form looks as it will when awake: at its first step, with the
 * browser's own checks off. When the code does not come, it is again the form that works without scripts.
 */
function sleep(host: HTMLElement, form: HTMLFormElement) {
  const touched = new AbortController();
  const acts = holdActs(host, form);

  async function wake() {
    touched.abort();
    try {
      // To run React for the first time takes a slow phone a tenth of a second: the touch is answered before.
      await nextPaint();
      await load(host);
      acts.release();
    } catch {
      delete form.dataset.step;
      form.noValidate = false;
      acts.giveUp();
    }
  }

  if (isWanted(host, form)) {
    void wake();
    return;
  }
  form.noValidate = true;
  if (isInSteps(form)) form.dataset.step = '1';
  for (const touch of TOUCHES) {
    host.addEventListener(touch, () => void wake(), { signal: touched.signal, passive: true });
  }
}

function start() {
  for (const host of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const form = host.querySelector('form');
    if (form) sleep(host, form);
  }
}

// A page made ready in advance must not read a draft that is still being written on the page before it.
if (document.prerendering) document.addEventListener('prerenderingchange', start, { once: true });
else start();
