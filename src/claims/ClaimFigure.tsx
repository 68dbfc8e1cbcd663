import type { Figure } from './claim.ts';

/** A claim's figure in a sentence; a range does not wrap at its dash. `NoteMark` and `NotePlace` show its note. */
export function ClaimFigure({ claim }: { claim: Figure }) {
  const [first = '', ...rest] = claim.text.split(/(?= )/);
  return (
    <span data-claim={claim.id}>
      {first.includes('–') ? (
        <>
          <span className="whitespace-nowrap">{first}</span>
          {rest.join('')}
        </>
      ) : (
        claim.text
      )}
    </span>
  );
}
