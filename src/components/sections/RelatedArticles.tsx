type Link = { href: string; title: string; category: string };

type Props = { articles: readonly Link[] };

export function RelatedArticles({ articles }: Props) {
  return (
    <section aria-labelledby="related-articles" className="print:hidden">
      <h2 id="related-articles" className="text-h3">
        Related Articles
      </h2>
      <ul className="mt-5 grid border-t-2 border-ink md:grid-cols-3 md:gap-x-8">
        {articles.map(({ href, title, category }) => (
          <li key={href} className="border-b border-line md:border-b-0">
            <a href={href} className="group block py-5">
              <span className="text-small text-accent">{category}</span>
              <span className="mt-1 block font-display text-h4 font-semibold group-hover:text-action group-hover:underline">
                {title}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
