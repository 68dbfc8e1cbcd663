import type { ComponentType } from 'react';
import { FIRST_TOUCHES } from '../../lib/first-touches.ts';
import { isFreshVisit } from '../../lib/is-fresh-visit.ts';
import { nextPaint } from '../../lib/next-paint.ts';
import { clearFields } from '../core/clear-fields.ts';
import { hasDraft, markSent, wasSent } from '../core/form-storage.ts';
import { islands, type IslandName } from './islands.ts';
import { lineIsBack } from './line-is-back.ts';
import { recordEvents } from './replay-events.ts';

/** How long a pressed button waits for the code. After that, the form is shown as it works without scripts. */
const PATIENCE_MS = 3000;

/** The name under which a form's draft is kept (`forms/core/draft.ts`). */
const nameOf = (form: HTMLFormElement) => form.dataset.leadForm ?? '';

/** Loads React and the island's component. Returns a function that hydrates the island. */
async function load(host: HTMLElement): Promise<() => Promise<void>> {
  const props = JSON.parse(host.dataset.props ?? '') as object;
  const [{ hydrate }, component] = await Promise.all([
    import('./hydrate.tsx'),
    islands[host.dataset.island as IslandName](),
  ]);
  return () => hydrate(host, component as ComponentType<object>, props);
}

/**
 * Whether an island must be hydrated at once, because it has the focus or because there is something to restore: a
 * draft, the server's answer, a step, a confirmation, or the island's figures in a link (`#calculator&…`).
 */
function isWanted(host: HTMLElement, form: HTMLFormElement): boolean {
  return (
    host.contains(document.activeElement) ||
    hasDraft(nameOf(form)) ||
    window.location.hash.startsWith(`#${host.dataset.island}&`) ||
    host.querySelector(':target, [data-error-summary]:not([hidden])') !== null ||
    (isInSteps(form) && window.history.state !== null)
  );
}

const isInSteps = (form: HTMLFormElement) => form.querySelector('[data-form-step]') !== null;

/**
 * Hydrates an island when it is first touched. Until then its form looks like the hydrated one: it shows its first
 * step, without the browser's own validation. While the code cannot be loaded, the form works as it does without
 * scripts.
 */
function hydrateWhenTouched(host: HTMLElement, form: HTMLFormElement) {
  const touched = new AbortController();
  let patience: ReturnType<typeof setTimeout> | undefined;
  const events = recordEvents(host, form, () => {
    patience ??= setTimeout(showWholeForm, PATIENCE_MS);
  });

  function showWholeForm() {
    delete form.dataset.step;
    form.noValidate = false;
    events.letSubmit();
  }

  async function hydrateNow() {
    touched.abort();
    // Starting React takes a slow phone a tenth of a second. The touch is painted first.
    await nextPaint();
    for (let tries = 0; ; tries += 1) {
      try {
        const hydrateHost = await load(host);
        clearTimeout(patience);
        events.prepareToReplay();
        await hydrateHost();
        events.replay();
        return;
      } catch {
        showWholeForm();
        await lineIsBack(tries);
      }
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

/** Every island with its form. */
const forms = Array.from(document.querySelectorAll<HTMLElement>('[data-island]'), (host) => ({
  host,
  form: host.querySelector('form'),
})).filter((island): island is { host: HTMLElement; form: HTMLFormElement } => island.form !== null);

/** Empties the forms that have been sent, because the browser may have restored their answers. */
function forgetSentAnswers() {
  for (const { form } of forms) if (wasSent(nameOf(form))) clearFields(form);
}

function start() {
  for (const { host, form } of forms) hydrateWhenTouched(host, form);
}

window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) forgetSentAnswers();
});

if (document.prerendering) {
  // A prerendered page must not read a draft that the visitor is still writing on the previous page.
  document.addEventListener('prerenderingchange', start, { once: true });
} else if (!isFreshVisit() && forms.some(({ form }) => wasSent(nameOf(form)))) {
  // By this event, the browser has restored what stood in the forms.
  window.addEventListener(
    'pageshow',
    () => {
      forgetSentAnswers();
      start();
    },
    { once: true },
  );
} else {
  for (const { host, form } of forms) {
    // The server redirects to the confirmation when it has stored a form that was sent without its code.
    const confirmation = host.querySelector('[id$="-sent"]');
    if (confirmation && window.location.hash === `#${confirmation.id}`) markSent(nameOf(form));
  }
  start();
}
