/**
 * Follows a figure. `PageNotes.astro` puts the button that opens the figure's note here, if this is the page's first
 * mark of the figure and the note is not one that stands beside it.
 */
export function NoteMark({ claim }: { claim: { id: string } }) {
  return <wbr data-note-mark={claim.id} />;
}
