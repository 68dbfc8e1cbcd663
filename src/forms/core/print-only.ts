/** Prints one part of the page, which the style sheet chooses by the root element's `data-print`. */
export function printOnly(part: 'confirmation'): void {
  const { dataset } = document.documentElement;
  dataset.print = part;
  window.addEventListener(
    'afterprint',
    () => {
      delete dataset.print;
    },
    { once: true },
  );
  window.print();
}
