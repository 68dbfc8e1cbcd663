import type { Figure } from '../../schemas/claim.ts';

type Props = { claim: Figure; className?: string };

/** The note of one figure that stands by itself, right under it: in a strip of figures, in a cell of a table. */
export function ClaimNote({ claim, className = 'text-ink-soft' }: Props) {
  if (claim.note === undefined) return null;
  return (
    <small data-claim-note={claim.id} className={`block text-small ${className}`}>
      {claim.note}
    </small>
  );
}
