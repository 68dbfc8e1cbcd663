import { parse, stringify } from 'yaml';
import { isRating } from '#server/publishing/content-rules.ts';
import { readContent, type Additions } from './site-with-more-content.ts';

type Section = { intro: string };
type Page = { testimonials?: Section; reviews?: Section };

const read = (file: string): unknown => parse(readContent(file));

const withIntro = (file: string, section: 'testimonials' | 'reviews', intro: string) => {
  const page = read(file) as Page;
  return stringify({ ...page, [section]: { ...page[section], intro } });
};

/** The content files of a firm that has taken the example reviews out. */
export function withoutExampleReviews(): Additions {
  const pages = Object.entries(read('reviews.yaml') as Record<string, { items: { example: boolean }[] }>);
  const real = pages.map(([page, reviews]) => [
    page,
    { ...reviews, items: reviews.items.filter(({ example }) => !example) },
  ]);
  return { 'reviews.yaml': stringify(Object.fromEntries(real)) };
}

/** The content files of a firm that has also withdrawn the ratings, with the sentences that state them. */
export function withoutExamples(): Additions {
  const claims = read('claims.yaml') as { id: string }[];
  return {
    ...withoutExampleReviews(),
    'claims.yaml': stringify(claims.filter((claim) => !isRating(claim))),
    'home.yaml': withIntro('home.yaml', 'testimonials', 'Ask us for people who have sold to us.'),
    'cities/glasgow.yaml': withIntro('cities/glasgow.yaml', 'reviews', 'Ask us who else has sold here.'),
  };
}
