import type { Figure } from './claim.ts';

/** A claim's figure in a sentence; a range does not wrap at its dash. `NoteMark` and `NotePlace` show its note. */
export function ClaimFigure({ claim }: { claim: Figure }) {
  const range = /^\S*–\S*/.exec(claim.text)?.[0] ?? '';
  return (
    <span data-claim={claim.id}>
      {range && <span className="whitespace-nowrap">{range}</span>}
      {claim.text.slice(range.length)}
    </span>
  );
}
