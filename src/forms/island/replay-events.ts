import { STILL_TRYING } from '../core/still-trying.ts';

type Repeat = (element: Element) => void;

/**
 * Records what a visitor does in an island before it is hydrated, to replay it afterwards: button presses, Escape and
 * submitting the form. Typed texts and choices are not recorded, because the controls keep them.
 *
 * @param onRecord called for each event
 */
export function recordEvents(host: HTMLElement, form: HTMLFormElement, onRecord: () => void) {
  const listening = new AbortController();
  /**
   * A function for each element that repeats the element's last event. The function's argument is the element after
   * hydration. The map keeps the order of the events.
   */
  const recorded = new Map<Element, Repeat>();
  let maySubmit = false;
  const note = document.createElement('p');
  note.role = 'status';

  function listen<Name extends 'click' | 'keydown' | 'submit'>(
    name: Name,
    replayOf: (event: HTMLElementEventMap[Name], target: Element) => [Element, Repeat] | undefined,
  ) {
    host.addEventListener(
      name,
      (event) => {
        const entry = event.target instanceof Element && replayOf(event, event.target);
        if (!entry) return;
        event.stopImmediatePropagation();
        recorded.delete(entry[0]);
        recorded.set(...entry);
        onRecord();
      },
      { capture: true, signal: listening.signal },
    );
  }

  listen('click', (_event, target) => {
    const button = target.closest<HTMLButtonElement>('button[type="button"]');
    if (!button) return undefined;
    return [
      button,
      (again) => {
        (again as HTMLButtonElement).click();
      },
    ];
  });
  listen('keydown', ({ key }, target) =>
    key === 'Escape'
      ? [target, (again) => again.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))]
      : undefined,
  );
  listen('submit', (event) => {
    if (maySubmit && navigator.onLine) return undefined;
    event.preventDefault();
    if (maySubmit) {
      // The form opens, once hydrated, at the step that has the focus.
      event.submitter?.focus();
      note.textContent = STILL_TRYING;
    }
    return [
      form,
      (again) => {
        (again as HTMLFormElement).requestSubmit();
      },
    ];
  });

  return {
    /**
     * Lets the browser submit the form. Call this when the form is shown as without JavaScript. If the visitor has
     * already pressed submit, the form is submitted at once. While the browser is offline, submitting is still only
     * recorded, because the browser would replace the page with its error page.
     */
    allowSubmit() {
      if (!maySubmit) form.append(note);
      maySubmit = true;
      const submit = recorded.get(form);
      if (!submit || !navigator.onLine) return;
      recorded.delete(form);
      submit(form);
    },
    /** Call this when the script has loaded, before it hydrates the island. */
    prepareToReplay() {
      note.remove();
    },
    /**
     * Replays the events in their order. Call this when the island is hydrated.
     *
     * @param findAgain finds an element after hydration, which may have replaced it
     */
    replay(findAgain: (element: Element) => Element) {
      listening.abort();
      for (const [element, repeat] of recorded) repeat(findAgain(element));
    },
  };
}
