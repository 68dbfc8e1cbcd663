/**
 * Records what a visitor does to an island before it is hydrated: button presses, Escape and submitting the form.
 * Typed texts and choices need no record: the controls keep them.
 */
export function recordEvents(host: HTMLElement, form: HTMLFormElement) {
  const listening = new AbortController();
  /** The last event of each element, in the order of the events. */
  const recorded = new Map<Element, () => void>();

  function listen<Name extends 'click' | 'keydown' | 'submit'>(
    name: Name,
    replayOf: (event: HTMLElementEventMap[Name], target: Element) => [Element, () => void] | undefined,
  ) {
    host.addEventListener(
      name,
      (event) => {
        const entry = event.target instanceof Element && replayOf(event, event.target);
        if (!entry) return;
        event.stopImmediatePropagation();
        recorded.delete(entry[0]);
        recorded.set(...entry);
      },
      { capture: true, signal: listening.signal },
    );
  }

  listen('click', (_event, target) => {
    const button = target.closest<HTMLButtonElement>('button[type="button"]');
    return button
      ? [
          button,
          () => {
            button.click();
          },
        ]
      : undefined;
  });
  listen('keydown', ({ key }, target) =>
    key === 'Escape'
      ? [target, () => target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))]
      : undefined,
  );
  listen('submit', (event) => {
    event.preventDefault();
    return [
      form,
      () => {
        form.requestSubmit();
      },
    ];
  });

  return {
    /** Replays the events in their order. Call it when the island is hydrated. */
    replay() {
      listening.abort();
      for (const replayOne of recorded.values()) replayOne();
    },
    /** Submits the form without scripts if the visitor did. Call it when the island cannot be hydrated. */
    giveUp() {
      listening.abort();
      recorded.get(form)?.();
    },
  };
}
