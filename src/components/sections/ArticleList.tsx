import { isoDate, longDate } from '../../lib/dates.ts';
import { ArticleCover } from '../illustrations/ArticleCover.tsx';
import { Icon } from '../ui/Icon.tsx';

export type ArticleCard = {
  /** The name of its file. */
  id: string;
  href: string;
  title: string;
  excerpt: string;
  category: string;
  publishedOn: Date;
  readingMinutes: number;
};

/** All articles, as the contents page of a magazine: the newest first and largest. */
export function ArticleList({ articles }: { articles: readonly ArticleCard[] }) {
  return (
    <ul className="border-t-2 border-ink">
      {articles.map((card) => (
        <Card key={card.href} {...card} />
      ))}
    </ul>
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
