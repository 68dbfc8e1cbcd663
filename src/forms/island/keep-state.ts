import { finderOf } from './find-again.ts';

/** The messages that the server adds to a form that was sent without JavaScript. */
const MESSAGES =
  '[data-error-summary], [data-error-summary-title], [data-error-summary-text], [data-field-error]';

/**
 * Remembers what the visitor has done in an island, and the server's messages. React discards both together with the
 * HTML if it cannot hydrate the HTML because something has changed it: a browser that translates the page puts each
 * text into `<font>` elements, and password managers and Grammarly add elements to forms.
 *
 * @returns a function that, if React has replaced the HTML, puts back the typed texts, the choices, the opened parts,
 *   the focus and the messages. It returns whether React had replaced it.
 */
export function keepState(host: HTMLElement): () => boolean {
  const kept = [...host.querySelectorAll(`input[name], textarea[name], details, ${MESSAGES}`)].map(
    (element) => ({
      element,
      find: finderOf(host, element),
    }),
  );
  const { activeElement } = document;
  const focused = host.contains(activeElement) ? activeElement : null;
  const findFocused = focused && finderOf(host, focused);

  return () => {
    if (kept.every(({ element }) => element.isConnected)) return false;
    for (const { element, find } of kept) {
      const again = find();
      if (again && again !== element) copyState(element, again);
    }
    const again = findFocused?.();
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    if (isTextField(focused) && isTextField(again)) {
      again.setSelectionRange(focused.selectionStart, focused.selectionEnd);
    }
    return true;
  };
}

const isTextField = (element: unknown): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && element.selectionStart !== null);

function copyState(from: Element, to: Element) {
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement) {
    to.value = from.value;
    to.checked = from.checked;
  } else if (from instanceof HTMLTextAreaElement && to instanceof HTMLTextAreaElement) {
    to.value = from.value;
  } else if (from instanceof HTMLDetailsElement && to instanceof HTMLDetailsElement) {
    to.open = from.open;
  } else if (from instanceof HTMLElement && to instanceof HTMLElement) {
    to.hidden = from.hidden;
    // Of the server's messages, only the error summary contains elements of its own.
    if (!from.matches('[data-error-summary]')) to.textContent = from.textContent;
  }
}
