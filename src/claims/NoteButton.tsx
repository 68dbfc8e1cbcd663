import type { Figure } from './claim-schema.ts';

/** The `id` of a claim's note in the list at the end of the page. */
export const noteId = (claim: Figure): string => `note-${claim.id}`;

/** A button that opens a note as a popover, so no script is needed. Escape or a click elsewhere closes the note. */
export function NoteButton({ claim }: { claim: Figure }) {
  return (
    <button
      type="button"
      popoverTarget={noteId(claim)}
      aria-label={`Note on ${claim.text}`}
      className="claim-button"
    />
  );
}
