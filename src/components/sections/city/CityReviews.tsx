import type { City } from '#src/content/collections.ts';
import type { Reviews } from '#src/schemas/review.ts';
import { ExampleNotice } from '../ExampleNotice.tsx';
import { ReviewQuote } from '../ReviewQuote.tsx';
import { Section } from '../Section.tsx';

type Props = { words: NonNullable<City['reviews']>; reviews: Reviews };

export function CityReviews({ words, reviews }: Props) {
  return (
    <Section name="reviews" {...words} className="bg-wash" introClassName="max-w-2xl">
      <ExampleNotice reviews={reviews} className="mt-8" />
      <ul className="mt-8 gap-6 md:columns-2">
        {reviews.items.map((review) => (
          <li
            key={`${review.name}, ${review.location}`}
            className="mb-6 break-inside-avoid bg-card p-6 shadow-low sm:p-8"
          >
            <ReviewQuote review={review} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
