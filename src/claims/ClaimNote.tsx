import type { Figure } from './claim.ts';

type Props = { claim: Figure; className?: string | undefined };

/** The note of a figure that stands alone, as in a table's cell: shown right below it. */
export function ClaimNote({ claim, className = 'text-ink-soft' }: Props) {
  if (claim.note === undefined) return null;
  return (
    <small data-claim-note={claim.id} className={`block text-small ${className}`}>
      {claim.note}
    </small>
  );
}
