import { getArticles, getBlogWords, getCities, getHomeWords, getLegalPages } from '../content/collections.ts';
import type { ShareImageTexts } from './share-image-png.tsx';

/** The texts on each page's Open Graph image, by the page's slug. */
export async function getShareImageTexts(): Promise<Record<string, ShareImageTexts>> {
  const [home, blog] = [await getHomeWords(), await getBlogWords()];
  const [articles, cities, legalPages] = [await getArticles(), await getCities(), await getLegalPages()];
  return {
    home: { kicker: 'All of Scotland', title: home.hero.headline },
    blog: { kicker: 'Blog', title: blog.heading },
    ...Object.fromEntries(
      articles.map(({ id, data }) => [`blog/${id}`, { kicker: data.category, title: data.title }]),
    ),
    ...Object.fromEntries(
      cities.map(({ slug, name, hero }) => [slug, { kicker: name, title: hero.heading }]),
    ),
    ...Object.fromEntries(
      legalPages.map(({ id, data }) => [id, { kicker: 'The small print', title: data.title }]),
    ),
  };
}
