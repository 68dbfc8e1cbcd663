import rss from '@astrojs/rss';
import type { APIRoute } from 'astro';
import { canonicalUrl } from '../search-engines/canonical-url.ts';
import { getArticles, getBlogWords } from '../content/collections.ts';
import { site, siteUrl } from '../lib/configured-site.ts';

export const GET: APIRoute = async () => {
  const { heading, description } = await getBlogWords();
  const articles = await getArticles();
  return rss({
    title: `${heading} | ${site.brand}`,
    description,
    site: siteUrl,
    trailingSlash: false,
    items: articles.map(({ id, data }) => ({
      title: data.title,
      description: data.excerpt,
      link: canonicalUrl(`/blog/${id}`, siteUrl),
      pubDate: data.publishedOn,
      categories: [data.category],
    })),
    customData: '<language>en-gb</language>',
  });
};
