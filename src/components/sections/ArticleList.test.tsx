import { load } from 'cheerio';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ArticleList } from './ArticleList.tsx';

function render(count: number) {
  const articles = Array.from({ length: count }, (_, index) => ({
    id: `article-${index}`,
    href: `/blog/article-${index}`,
    title: `Article ${index}`,
    excerpt: 'What it is about.',
    category: 'Advice',
    publishedOn: new Date('2024-02-05'),
    readingMinutes: 8,
  }));
  const $ = load(renderToStaticMarkup(<ArticleList articles={articles} />));
  return { cards: $('article').length, links: $('a').length, headings: $('h2').last().text() };
}

test.each([
  [6, 6, 'Article 5'],
  [24, 24, 'Article 23'],
  [25, 24, 'Earlier articles'],
  [1000, 24, 'Earlier articles'],
])('of %i articles, %i have a card and all have a link', (count, cards, lastHeading) => {
  const list = render(count);
  expect([list.cards, list.links, list.headings]).toEqual([cards, count, lastHeading]);
});
