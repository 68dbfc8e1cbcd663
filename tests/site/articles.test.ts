import { describe, expect, test } from 'vitest';
import { attributesOf, readBuiltPage, textsOf } from '../support/built-pages.ts';

/** The table "Article pages" in section 2 of the specification, with our own dates and texts where it has none. */
const ARTICLES: [slug: string, date: string, minutes: number, callToAction: string, href: string][] = [
  ['scottish-property-law-guide', '2024-01-25', 9, 'Get Your Cash Offer', '/#valuation'],
  [
    'selling-inherited-property-scotland',
    '2024-02-01',
    10,
    "Get Your Executor's Cash Offer",
    '/#valuation-form',
  ],
  ['broken-property-chain-guide', '2024-02-05', 8, 'Get Your Chain-Free Offer', '/#valuation-form'],
  ['selling-property-poor-condition', '2024-02-10', 9, 'Get Your As-Is Cash Offer', '/#valuation-form'],
  ['how-to-sell-house-fast-scotland', '2024-01-15', 9, 'Get Your Cash Offer in Writing', '/#valuation-form'],
  ['cash-buyers-vs-estate-agents', '2024-01-20', 9, 'Get a Cash Offer to Compare', '/#valuation-form'],
];

const RELATED = 'section[aria-labelledby="related-articles"] a';

describe.each(ARTICLES)('the article %s', (slug, date, minutes, callToAction, href) => {
  const { $ } = readBuiltPage(`/blog/${slug}`);

  test('shows its date and reading time', () => {
    expect($(`main article header time[datetime="${date}"]`)).toHaveLength(1);
    expect($('main article header').text()).toContain(`${minutes} min read`);
  });

  test('is below the blog in its breadcrumb', () => {
    expect(textsOf($, 'nav[aria-label="Breadcrumb"] li > :is(a, [aria-current])')).toEqual([
      'Blog',
      textsOf($, 'h1')[0],
    ]);
  });

  test('links to the form on the home page, and has a form itself', () => {
    const link = $(`main aside a[href="${href}"]`);
    expect(link.text().trim()).toBe(callToAction);
    expect($('form[data-lead-form="valuation_form"]')).toHaveLength(1);
  });

  test('links to three related articles', () => {
    expect(attributesOf($, RELATED, 'href')).toHaveLength(3);
  });

  test('has a table of contents', () => {
    expect($('nav[aria-label="On this page"] a').length).toBeGreaterThan(5);
  });

  test('has the metadata of an article', () => {
    expect($('meta[property="og:type"]').attr('content')).toBe('article');
    expect($('meta[property="article:published_time"]').attr('content')).toBe(date);
  });
});

test('the law guide is related to itself, as in the specification', () => {
  const { $ } = readBuiltPage('/blog/scottish-property-law-guide');
  expect(attributesOf($, RELATED, 'href')).toEqual([
    '/blog/scottish-property-law-guide',
    '/blog/how-to-sell-house-fast-scotland',
    '/blog/selling-property-poor-condition',
  ]);
});

describe('the blog', () => {
  const { $ } = readBuiltPage('/blog');

  test('has six cards, the newest first, each with a title, an excerpt, a date and a category', () => {
    const cards = $('main article');
    expect(cards).toHaveLength(6);
    for (const card of cards.get()) {
      expect($(card).find('h2').text()).not.toBe('');
      expect($(card).find('time').text()).toMatch(/^\d{1,2} (?:January|February) 2024$/);
      expect($(card).text()).toMatch(/^(?:Guides|Comparison|Legal|Advice)/);
      expect($(card).find('a').text()).toMatch(/^Read More/);
    }
    const dates = attributesOf($, 'main article time', 'datetime');
    expect(dates).toEqual(dates.toSorted().reverse());
  });

  test('links to every article', () => {
    expect(attributesOf($, 'main article a', 'href').sort()).toEqual(
      ARTICLES.map(([slug]) => `/blog/${slug}`).sort(),
    );
  });
});

describe.each([
  ['/privacy-policy', 8],
  ['/terms-and-conditions', 11],
  ['/cookie-policy', 7],
])('%s', (path, sections) => {
  const { $ } = readBuiltPage(path);

  test(`has ${sections} sections`, () => {
    expect($('[data-prose] h2')).toHaveLength(sections);
  });

  test('was last updated on 7 October 2025, and lists the changes since', () => {
    expect(textsOf($, 'main header')[0]).toContain('Last updated 7 October 2025');
    expect($('#changes-since').text().trim()).toBe('Changes since 7 October 2025');
    expect($('section[aria-labelledby="changes-since"] li time').length).toBeGreaterThan(0);
  });
});
