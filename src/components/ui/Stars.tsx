const MOST = 5;
const STAR = 'M10 1.6l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L1.5 7.8l5.9-.8z';

type Props = { rating: number };

/** A star rating out of five, with the number as text for screen readers. */
export function Stars({ rating }: Props) {
  return (
    <svg
      viewBox={`0 0 ${MOST * 22} 20`}
      role="img"
      aria-label={`${rating} out of ${MOST} stars`}
      className="h-5 fill-accent"
    >
      {Array.from({ length: MOST }, (_, index) => (
        <path
          key={index}
          d={STAR}
          transform={`translate(${index * 22})`}
          className={index < rating ? undefined : 'fill-line'}
        />
      ))}
    </svg>
  );
}
