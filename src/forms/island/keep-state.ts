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
  const withFinder = (element: Element) => ({ element, find: finderOf(host, element) });
  const elementsToKeep = () =>
    [...host.querySelectorAll(`input[name], textarea[name], details, ${MESSAGES}`)].map(withFinder);
  const focusToKeep = () =>
    document.activeElement && host.contains(document.activeElement)
      ? withFinder(document.activeElement)
      : undefined;

  let kept = elementsToKeep();
  // While React renders the island, which takes a slow phone some tenths of a second, the visitor may go on to another
  // field.
  let focused = focusToKeep();
  const rememberFocus = () => {
    focused = focusToKeep();
  };
  // In the capturing phase, because React stops the event while it hydrates.
  host.addEventListener('focusin', rememberFocus, { capture: true });

  return () => {
    if (kept.every(({ element }) => element.isConnected)) return false;
    for (const { element, find } of kept) {
      const again = find();
      if (again && again !== element) copyState(element, again);
    }
    const again = focused?.find();
    const field = focused?.element;
    // The visitor may also have gone to something outside the island.
    const isFocusLost = document.activeElement === null || document.activeElement === document.body;
    if (isFocusLost && again instanceof HTMLElement) again.focus({ preventScroll: true });
    if (isTextField(field) && isTextField(again)) {
      again.setSelectionRange(field.selectionStart, field.selectionEnd);
    }
    // React may replace the HTML once more.
    kept = elementsToKeep();
    rememberFocus();
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
