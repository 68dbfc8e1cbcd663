/**
 * Hides the whole page except an element and the heading above it, for printing.
 *
 * @returns a function that shows the rest again and restores the scroll position
 */
export function showAlone(element: HTMLElement, headingId: string): () => void {
  const { scrollY } = window;
  const hidden: HTMLElement[] = [];
  for (let part = element; part !== document.body && part.parentElement; part = part.parentElement) {
    for (const other of part.parentElement.children) {
      if (other === part || other.id === headingId || !(other instanceof HTMLElement) || other.hidden)
        continue;
      other.hidden = true;
      hidden.push(other);
    }
  }
  return () => {
    for (const other of hidden) other.hidden = false;
    window.scrollTo({ top: scrollY, behavior: 'instant' });
  };
}
