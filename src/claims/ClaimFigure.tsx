import type { Figure } from './claim-schema.ts';

/**
 * Prints the figure of a claim (a figure with a source). A range does not wrap at its dash. The claim's note is not
 * printed here: callers add a placeholder for the note, `NoteButtonSlot` or `NotesSlot`.
 */
export function ClaimFigure({ claim }: { claim: Figure }) {
  const range = /^\S*–\S*/.exec(claim.text)?.[0] ?? '';
  return (
    <span data-claim={claim.id}>
      {range && <span className="whitespace-nowrap">{range}</span>}
      {claim.text.slice(range.length)}
    </span>
  );
}
