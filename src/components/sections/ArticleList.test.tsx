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
  const html = renderToStaticMarkup(<ArticleList articles={articles} />);
  const $ = load(html);
  return { html, cards: $('article').length, links: $('a').length, headings: $('h2').last().text() };
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

test('beyond 24, each further article adds a line and not a card', () => {
  const [card, line] = [
    render(24).html.length - render(23).html.length,
    render(1000).html.length - render(999).html.length,
  ];
  expect(line).toBeLessThan(card / 5);
});
