import type { HomeWords } from '#src/content/collections.ts';
import type { Reviews } from '#src/schemas/review.ts';
import { ExampleNotice } from '../ExampleNotice.tsx';
import { ReviewQuote } from '../ReviewQuote.tsx';
import { Section } from '../Section.tsx';

type Props = { words: HomeWords['testimonials']; reviews: Reviews };

/**
 * Reviews: the first in large type, the others beside it. Without reviews, the section is only its introduction, which
 * has our rating.
 */
export function Testimonials({ words, reviews }: Props) {
  return (
    <Section name="testimonials" linkable {...words} introClassName="max-w-2xl">
      <ExampleNotice reviews={reviews} className="mt-8" />
      {reviews.items.length > 0 && (
        <ul className="mt-10 grid gap-x-16 gap-y-10 md:grid-cols-2 lg:grid-cols-[1.5fr_1fr] lg:grid-rows-2">
          {reviews.items.map((review, index) => (
            <li
              key={`${review.name}, ${review.location}`}
              className="not-first:border-t not-first:border-line not-first:pt-10 first:md:col-span-2 not-first:lg:col-start-2 not-first:lg:border-t-0 not-first:lg:border-l not-first:lg:pt-0 not-first:lg:pl-10 first:lg:col-span-1 first:lg:row-span-2"
            >
              <ReviewQuote review={review} size={index === 0 ? 'large' : 'regular'} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
