import { isoDate, longDate } from '../../lib/dates.ts';
import { ArticleCover } from '../illustrations/ArticleCover.tsx';
import { Icon } from '../ui/Icon.tsx';

export type ArticleCard = {
  /** The article's slug, which selects its drawing. */
  id: string;
  href: string;
  title: string;
  excerpt: string;
  category: string;
  publishedOn: Date;
  readingMinutes: number;
};

/** The largest number of articles that get a card, so that a page with hundreds of articles stays small. */
const MAX_CARDS = 24;

/** All articles, newest first; the first card is the largest. Articles after `MAX_CARDS` are a list of titles. */
export function ArticleList({ articles }: { articles: readonly ArticleCard[] }) {
  const earlier = articles.slice(MAX_CARDS);
  return (
    <>
      <ul className="border-t-2 border-ink">
        {articles.slice(0, MAX_CARDS).map((card) => (
          <Card key={card.href} {...card} />
        ))}
      </ul>
      {earlier.length > 0 && (
        <section aria-labelledby="earlier-articles" className="mt-14">
          <h2 id="earlier-articles" className="text-h3">
            Earlier articles
          </h2>
          <ul className="mt-4 text-small text-ink-soft [&_a]:inline-block [&_a]:min-h-11 [&_a]:pt-3 [&_a]:text-body [&_a]:text-action [&_a]:underline">
            {earlier.map(({ href, title, publishedOn }) => (
              <li key={href}>
                <a href={href}>{title}</a>{' '}
                <time dateTime={isoDate(publishedOn)}>{longDate(publishedOn)}</time>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Card({ id, href, title, excerpt, category, publishedOn, readingMinutes }: ArticleCard) {
  return (
    <li className="group/card border-b border-line py-7 md:py-9 md:first:py-14">
      <article className="grid gap-x-12 gap-y-5 md:grid-cols-[2fr_3fr] md:group-first/card:grid-cols-2">
        <ArticleCover article={id} className="aspect-8/5 w-full rounded-card" />
        <div className="md:self-center">
          <p className="text-small text-ink-soft">
            <span className="font-semibold text-accent">{category}</span>
            {' · '}
            <time dateTime={isoDate(publishedOn)}>{longDate(publishedOn)}</time>
            {` · ${readingMinutes} min read`}
          </p>
          <h2 className="mt-2 max-w-3xl text-h3 lg:group-first/card:text-h2">{title}</h2>
          <p className="mt-3 max-w-prose text-ink-soft">{excerpt}</p>
          <a
            href={href}
            className="mt-3 inline-flex min-h-11 items-center gap-2 font-semibold text-action underline-offset-4 hover:underline"
          >
            <span>
              Read More<span className="sr-only">: {title}</span>
            </span>
            <Icon name="arrow" />
          </a>
        </div>
      </article>
    </li>
  );
}
