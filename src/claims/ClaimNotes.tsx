import type { Claim } from './claim.ts';

type Props = { claims: readonly Claim[]; className?: string };

/**
 * The notes to the figures above, as plain text and not as tooltips, so that they are there on a phone, on paper
 * and for screen readers. Each note repeats its figure, so that it needs no footnote marks.
 */
export function ClaimNotes({ claims, className = 'mt-2' }: Props) {
  const noted = claims.filter((claim) => claim.note !== undefined);
  if (noted.length === 0) return null;
  return (
    <div className={`stack-1 max-w-prose border-l-2 border-line pl-3 text-small text-ink-soft ${className}`}>
      {noted.map(({ id, text, note }) => (
        <p key={id} data-claim-note={id}>
          <small className="text-[1em]">
            <b className="font-semibold">{text}</b>
            {`: ${note}`}
          </small>
        </p>
      ))}
    </div>
  );
}
