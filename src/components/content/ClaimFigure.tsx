import type { Figure } from '../../schemas/claim.ts';

/** A figure in a sentence. Wherever it stands, its `ClaimNotes` stand close by. A range is never broken at its dash. */
export function ClaimFigure({ claim }: { claim: Figure }) {
  const [first = '', ...rest] = claim.text.split(/(?= )/);
  return (
    <span data-claim={claim.id}>
      {first.includes('–') ? <span className="whitespace-nowrap">{first}</span> : first}
      {rest.join('')}
    </span>
  );
}
