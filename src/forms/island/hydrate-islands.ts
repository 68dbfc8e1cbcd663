import type { ComponentType } from 'react';
import { INTERACTION_EVENTS } from '../../lib/interaction-events.ts';
import { isFreshVisit, isReload } from '../../lib/is-fresh-visit.ts';
import { nextPaint } from '../../lib/next-paint.ts';
import { whenOpened } from '../../lib/when-opened.ts';
import { clearFields } from '../core/clear-fields.ts';
import { hasDraft, markSent, wasSent } from '../core/form-storage.ts';
import { islands, type IslandName } from './islands.ts';
import { recordEvents } from './replay-events.ts';
import { waitToRetry } from './wait-to-retry.ts';

/**
 * How long an island's script may take to load after the visitor has pressed a button or Escape, or has submitted the
 * form. After that, all steps are shown at once and the form works as without JavaScript.
 */
const LOAD_LIMIT_MS = 3000;

/** The name under which a form's draft is kept (`forms/core/draft.ts`). */
const nameOf = (form: HTMLFormElement) => form.dataset.leadForm ?? '';

/** Loads React and the island's component. Returns a function that hydrates the island. */
async function load(host: HTMLElement) {
  const props = JSON.parse(host.dataset.props ?? '') as object;
  const [{ hydrate }, component] = await Promise.all([
    import('./hydrate.tsx'),
    islands[host.dataset.island as IslandName](),
  ]);
  return () => hydrate(host, component as ComponentType<object>, props);
}

/**
 * Whether an island must be hydrated at once, because it has the focus or something to restore: a draft, figures in the
 * URL's fragment (`#calculator&…`), a confirmation to which the fragment points or which the page shows again after a
 * reload, errors from the server, or a step in the browser's history.
 */
function mustHydrateNow(host: HTMLElement, form: HTMLFormElement): boolean {
  return (
    host.contains(document.activeElement) ||
    hasDraft(nameOf(form)) ||
    window.location.hash.startsWith(`#${host.dataset.island}&`) ||
    host.querySelector(':target, [data-shown], [data-error-summary]:not([hidden])') !== null ||
    (isReload() && wasSent(nameOf(form))) ||
    (isInSteps(form) && window.history.state !== null)
  );
}

const isInSteps = (form: HTMLFormElement) => form.querySelector('[data-form-step]') !== null;

/** Makes the form look as after hydration: it shows its first step, and the browser does not validate it. */
function showFirstStep(form: HTMLFormElement) {
  form.noValidate = true;
  if (isInSteps(form)) form.dataset.step = '1';
}

/**
 * Hydrates an island at the first interaction with it. Until then the form looks as after hydration. If the script
 * fails to load or takes too long, the form works as without JavaScript until a retry succeeds or the script arrives.
 */
function hydrateOnInteraction(host: HTMLElement, form: HTMLFormElement) {
  const interacted = new AbortController();
  let loadTimer: ReturnType<typeof setTimeout> | undefined;
  let hasLoaded = false;
  const events = recordEvents(host, form, () => {
    // Events are recorded until the island is hydrated, which is some time after its script has loaded.
    if (!hasLoaded) loadTimer ??= setTimeout(showWholeForm, LOAD_LIMIT_MS);
  });

  function showWholeForm() {
    // The calculator and the checker send nothing, so without their script they have nothing to submit.
    if (form.method === 'dialog') return;
    delete form.dataset.step;
    form.noValidate = false;
    events.allowSubmit();
  }

  async function hydrateNow() {
    interacted.abort();
    // Starting React takes a slow phone a tenth of a second, so the browser first paints its response to the event.
    await nextPaint();
    for (let failures = 0; ; failures += 1) {
      try {
        const hydrateHost = await load(host);
        hasLoaded = true;
        clearTimeout(loadTimer);
        events.prepareToReplay();
        events.replay(await hydrateHost());
        return;
      } catch {
        showWholeForm();
        await waitToRetry(failures);
      }
    }
  }

  if (mustHydrateNow(host, form)) {
    void hydrateNow();
    return;
  }
  showFirstStep(form);
  for (const type of INTERACTION_EVENTS) {
    host.addEventListener(type, () => void hydrateNow(), { signal: interacted.signal, passive: true });
  }
}

const forms = Array.from(document.querySelectorAll<HTMLElement>('[data-island]'), (host) => ({
  host,
  form: host.querySelector('form'),
})).filter((island): island is { host: HTMLElement; form: HTMLFormElement } => island.form !== null);

/** Empties the forms that have been sent, because the browser may have restored their answers. */
function forgetSentAnswers() {
  for (const { host } of forms) {
    // Looks the form up again, because React replaces it during hydration if a browser extension or a translation has
    // changed the page.
    const form = host.querySelector('form');
    if (form && wasSent(nameOf(form))) clearFields(form);
  }
}

function start() {
  for (const { host, form } of forms) hydrateOnInteraction(host, form);
}

window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) forgetSentAnswers();
});

if (document.prerendering) {
  // A prerendered page must not read a draft that the visitor is still writing on the previous page. Once the visitor
  // opens the page, its first paint comes before the start of the islands.
  for (const { form } of forms) showFirstStep(form);
  void whenOpened().then(nextPaint).then(start);
} else if (!isFreshVisit() && forms.some(({ form }) => wasSent(nameOf(form)))) {
  // The browser restores the form fields before it fires `pageshow`. Fields emptied earlier would be filled again.
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
    // After storing a form that was sent without JavaScript, the server redirects to the id of the form's confirmation,
    // or shows it at once.
    const confirmation = host.querySelector<HTMLElement>('[id$="-sent"]');
    if (confirmation && (window.location.hash === `#${confirmation.id}` || 'shown' in confirmation.dataset))
      markSent(nameOf(form));
  }
  start();
}
