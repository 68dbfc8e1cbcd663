import { longDate, isoDate } from '../../lib/dates.ts';
import type { Review } from '../../schemas/review.ts';
import { Stars } from '../ui/Stars.tsx';

type Props = { review: Review; size?: 'large' | 'regular' };

const TEXT_STYLES = { large: 'font-display text-h3 lg:text-h2/snug', regular: 'text-body' };

/** Returns "AM" for "A. M." and for "Ann Muir". */
const initialsOf = (name: string) => name.replace(/(\S)\S*\s*/g, '$1');

export function ReviewQuote({ review, size = 'regular' }: Props) {
  const { name, location, rating, text, date, source, example } = review;
  return (
    <figure className="break-inside-avoid">
      <Stars rating={rating} />
      <blockquote className="mt-3">
        <p className={TEXT_STYLES[size]}>{text}</p>
      </blockquote>
      <figcaption className="mt-4 flex items-center gap-3 text-small">
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-round bg-action-wash font-display font-semibold text-action"
        >
          {initialsOf(name)}
        </span>
        <span>
          <span className="block font-semibold">{`${name}, ${location}`}</span>
          <span className="block text-ink-soft">
            <time dateTime={isoDate(date)}>{longDate(date)}</time>
            {source && ` · ${source}`}
            {example && ' · example'}
          </span>
        </span>
      </figcaption>
    </figure>
  );
}
