import type { Hint } from './postcode-hint.ts';

/**
 * The hint below the postcode field. It never rejects a postcode and sends nothing. It always has the height of its
 * longest text, so that the fields below do not move.
 */
export function PostcodeHint({ id, text }: { id: string; text: string }) {
  return (
    <output id={id} className="mt-1.5 block min-h-[2lh] text-small text-ink-soft">
      {text}
    </output>
  );
}

/**
 * The link to our nearest city page. It is below the step's buttons, because a link that appeared between two fields
 * would get the focus when the visitor tabs to the next field. Its line is always there, so that nothing moves.
 */
export function NearestCityLink({ link }: { link: Hint['link'] }) {
  return (
    <p className="min-h-[1lh] text-small">
      {link && (
        <a href={link.href} className="font-semibold text-action underline">
          {link.label}
        </a>
      )}
    </p>
  );
}
