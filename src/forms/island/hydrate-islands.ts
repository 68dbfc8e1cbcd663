import type { ComponentType } from 'react';
import { nextPaint } from '../../lib/next-paint.ts';
import { islands, type IslandName } from './islands.ts';
import { recordEvents } from './replay-events.ts';

/** The first of these events hydrates an island. `pointerover` gives a mouse user a head start. */
const FIRST_TOUCHES = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'input'];

/** Loads React and the island's component, and hydrates it. */
async function load(host: HTMLElement): Promise<void> {
  const props = JSON.parse(host.dataset.props ?? '') as object;
  const [{ hydrate }, component] = await Promise.all([
    import('./hydrate.tsx'),
    islands[host.dataset.island as IslandName](),
  ]);
  await hydrate(host, component as ComponentType<object>, props);
}

/**
 * Whether an island must be hydrated at once: it has the focus, or it has something to restore, which is a draft, the
 * server's answer, a step or a confirmation.
 */
function isWanted(host: HTMLElement, form: HTMLFormElement): boolean {
  return (
    host.contains(document.activeElement) ||
    hasDraft(form) ||
    host.querySelector(':target, [data-error-summary]:not([hidden])') !== null ||
    (isInSteps(form) && window.history.state !== null)
  );
}

/** The draft's key is the form's name (`forms/core/draft.ts`). Where storage is blocked, even reading the variable throws. */
function hasDraft(form: HTMLFormElement): boolean {
  try {
    return sessionStorage.getItem(form.dataset.leadForm ?? '') !== null;
  } catch {
    return false;
  }
}

const isInSteps = (form: HTMLFormElement) => form.querySelector('[data-form-step]') !== null;

/**
 * Hydrates an island when it is first touched. Until then its form looks as it will when hydrated: at its first step,
 * without the browser's own validation. If the code cannot be loaded, the form works as it does without scripts.
 */
function hydrateWhenTouched(host: HTMLElement, form: HTMLFormElement) {
  const touched = new AbortController();
  const events = recordEvents(host, form);

  async function hydrateNow() {
    touched.abort();
    try {
      // Starting React takes a slow phone a tenth of a second. The touch is painted first.
      await nextPaint();
      await load(host);
      events.replay();
    } catch {
      delete form.dataset.step;
      form.noValidate = false;
      events.giveUp();
    }
  }

  if (isWanted(host, form)) {
    void hydrateNow();
    return;
  }
  form.noValidate = true;
  if (isInSteps(form)) form.dataset.step = '1';
  for (const touch of FIRST_TOUCHES) {
    host.addEventListener(touch, () => void hydrateNow(), { signal: touched.signal, passive: true });
  }
}

function start() {
  for (const host of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const form = host.querySelector('form');
    if (form) hydrateWhenTouched(host, form);
  }
}

// A prerendered page must not read a draft that the visitor is still writing on the previous page.
if (document.prerendering) document.addEventListener('prerenderingchange', start, { once: true });
else start();
