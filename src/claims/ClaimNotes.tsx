import type { Figure } from './claim-schema.ts';

type Props = { claims: readonly Figure[]; className?: string | undefined };

/** The notes shown directly below a block of text. Each note repeats its figure, so no footnote mark is needed. */
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
