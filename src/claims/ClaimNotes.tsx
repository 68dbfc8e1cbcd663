import type { Figure } from './claim.ts';

type Props = { claims: readonly Figure[]; className?: string | undefined };

/** The notes that stand beside the figures above them. Each repeats its figure, so that it needs no footnote mark. */
export function ClaimNotes({ claims, className = 'mt-2' }: Props) {
  return (
    <div className={`stack-1 max-w-prose border-l-2 border-line pl-3 text-small text-ink-soft ${className}`}>
      {claims.map(({ id, text, note }) => (
        <p key={id} data-claim-note={id}>
          <b className="font-semibold">{text}</b>
          {`: ${note}`}
        </p>
      ))}
    </div>
  );
}
