import type { Figure } from './claim-schema.ts';

/**
 * Prints a claim's figure. A range does not wrap at its dash. `NoteButtonSlot` and `NotesSlot` are the placeholders for
 * its note.
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
