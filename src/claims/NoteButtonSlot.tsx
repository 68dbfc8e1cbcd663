/**
 * A placeholder after a figure, for the button that opens the figure's note. `PageNotes.astro` puts the button where a
 * page has the figure first, and removes all other placeholders. There is no button for a note that must stand beside
 * the figure (`noteBeside`).
 */
export function NoteButtonSlot({ claim }: { claim: { id: string } }) {
  return <wbr data-note-button-slot={claim.id} />;
}
