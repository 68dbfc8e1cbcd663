/**
 * Keeps what somebody does to an island before its code is there: a press of a button, a form sent, Escape.
 * Typed texts and choices need no keeping, the page's own controls hold them.
 */
export function holdActs(host: HTMLElement, form: HTMLFormElement) {
  const listening = new AbortController();
  /** The last act on each element, in the order in which they happened. */
  const held = new Map<Element, () => void>();

  function listen<Name extends 'click' | 'keydown' | 'submit'>(
    name: Name,
    actOf: (event: HTMLElementEventMap[Name], target: Element) => [Element, () => void] | undefined,
  ) {
    host.addEventListener(
      name,
      (event) => {
        const act = event.target instanceof Element && actOf(event, event.target);
        if (!act) return;
        event.stopImmediatePropagation();
        held.delete(act[0]);
        held.set(...act);
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
    /** Does what was held, in its order: the island is awake. */
    release() {
      listening.abort();
      for (const act of held.values()) act();
    },
    /** The island will not wake: the form goes as it would without scripts. */
    giveUp() {
      listening.abort();
      held.get(form)?.();
    },
  };
}
