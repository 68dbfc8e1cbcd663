import type { Figure } from './claim-schema.ts';

type Props = { claim: Figure; className?: string | undefined };

/** A note shown directly below a figure that is not part of a sentence, for example in a table cell. */
export function ClaimNote({ claim, className = 'text-ink-soft' }: Props) {
  if (claim.note === undefined) return null;
  return (
    <small data-claim-note={claim.id} className={`block text-small ${className}`}>
      {claim.note}
    </small>
  );
}
