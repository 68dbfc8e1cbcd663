/** The attributes that distinguish an island's fields and messages from elements that browser extensions have added. */
const DISTINCTIVE = [
  'name',
  'data-field-error',
  'data-error-summary',
  'data-error-summary-title',
  'data-error-summary-text',
];

/**
 * A selector of the elements of the same kind: those with the same distinctive attribute, otherwise with the same tag.
 */
function selectorOf(element: Element): string {
  const attribute = DISTINCTIVE.find((name) => element.hasAttribute(name));
  if (attribute) return `${element.localName}[${attribute}="${element.getAttribute(attribute) ?? ''}"]`;
  return element instanceof HTMLButtonElement ? `button[type="${element.type}"]` : element.localName;
}

/**
 * Returns a function that finds an element of an island again after React has replaced the island's HTML: the element
 * at the same place among those of its kind.
 */
export function finderOf(host: HTMLElement, element: Element): () => Element | undefined {
  const selector = selectorOf(element);
  const index = [...host.querySelectorAll(selector)].indexOf(element);
  return () => (element.isConnected ? element : host.querySelectorAll(selector)[index]);
}

/** Returns a function that finds any control of an island again. Call this before the island is hydrated. */
export function rememberControls(host: HTMLElement): (element: Element) => Element {
  const finders = new Map(
    Array.from(host.querySelectorAll('form, button, summary, input, textarea'), (element) => [
      element,
      finderOf(host, element),
    ]),
  );
  return (element) => finders.get(element)?.() ?? element;
}
