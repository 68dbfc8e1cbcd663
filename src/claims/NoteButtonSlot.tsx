/**
 * A placeholder after a figure. `PageNotes.astro` replaces the page's first one for each figure with the button that
 * opens the figure's note, unless the claim has `noteBeside`, and removes the others.
 */
export function NoteButtonSlot({ claim }: { claim: { id: string } }) {
  return <wbr data-note-button-slot={claim.id} />;
}
