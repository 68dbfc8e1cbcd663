import type { City } from '../../../lib/content.ts';
import type { Reviews } from '../../../schemas/review.ts';
import { ExampleNotice } from '../../content/ExampleNotice.tsx';
import { ReviewQuote } from '../../content/ReviewQuote.tsx';
import { SectionIntro } from '../../content/SectionIntro.tsx';
import { Container } from '../../ui/Container.tsx';

type Props = { words: NonNullable<City['reviews']>; reviews: Reviews };

/** What sellers in this city wrote, pinned up like notes on a board. */
export function CityReviews({ words, reviews }: Props) {
  return (
    <section aria-labelledby="reviews-title" className="bg-wash py-14 sm:py-20">
      <Container>
        <SectionIntro id="reviews-title" heading={words.heading} intro={words.intro} className="max-w-2xl" />
        <ExampleNotice reviews={reviews} className="mt-8" />
        <ul className="mt-8 gap-6 md:columns-2">
          {reviews.items.map((review) => (
            <li key={review.name} className="mb-6 break-inside-avoid bg-card p-6 shadow-card sm:p-8">
              <ReviewQuote review={review} />
            </li>
          ))}
        </ul>
      </Container>
    </section>
  );
}
