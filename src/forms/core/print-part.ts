/** Prints one part of the page: the style sheet hides the others while the root element has `data-print`. */
export function printPart(part: 'confirmation' | 'offer'): void {
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
