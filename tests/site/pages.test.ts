import { expect, test } from 'vitest';
import {
  attributesOf,
  readBuiltPages,
  structuredDataOf,
  structuredQuestionsOf,
  textsOf,
} from '../support/built-pages.ts';

const pages = readBuiltPages();

function pageAt(path: string) {
  const page = pages.get(path);
  if (page === undefined) throw new Error(`The site has no page ${path}.`);
  return page;
}

const FIGURES = 'dl:has([data-claim="coverage"])';
const AREAS = 'section[aria-labelledby="areas-title"] li';
const REVIEWS = 'section[aria-labelledby="reviews-title"]';
const COMPARISON = 'section[aria-labelledby="comparison-title"] table';
const BREADCRUMB = 'nav[aria-label="Breadcrumb"] li > :is(a, [aria-current])';
const VALUATION_FORM = 'form[data-lead-form="valuation_form"]';

/** From sections 2 and 9 of the firm's specification: the number of elements, their texts, or part of their text. */
test.each<[path: string, selector: string, expected: number | string[] | RegExp]>([
  ['/', 'h1', ['Sell My House Fast in Scotland']],
  [
    '/',
    'section:has(h1)',
    /Cash Offer Within 24 Hours.*Get My Offer.*No Fees.*Any Condition.*Cash in 28 Days/,
  ],
  ['/', 'section:has(h1) dl', ['Average completion28 Days']],
  // The postcode field at the top of the page is required, but has no name, so it is not sent.
  ['/', 'form[action="#valuation-form"] input[required]:not([name])', 1],
  ['/', `${FIGURES} dt`, ['Cash offer time', 'Cash in account', 'Fees or commission', 'Scotland coverage']],
  ['/', `${FIGURES} [data-claim]`, ['24 Hours', '28 Days', '£0', '100%']],
  ['/', '#how-it-works li h3', ['Get Your Cash Offer', 'Agree & Sign', 'Receive Cash']],
  ['/', '#why-us li:nth-child(-n+3) h3', ['No Fees', 'Any Property Type', 'Fast Completion']],
  ['/', '#why-us li:nth-child(n+4) h3', ['All Scotland Coverage', 'No Hassle', 'Network of Investors']],
  ['/', '#why-us li > p:first-child', Array<string>(6).fill('Guaranteed')],
  ['/', '#testimonials figure', 3],
  ['/', '#testimonials figure svg[aria-label="5 out of 5 stars"]', 3],
  ['/', '#testimonials', /It was not written by a customer\./],
  ['/', AREAS, 15],
  ['/', 'section[aria-labelledby="areas-title"]', /Not sure if we cover your area\?/],
  ['/', '#faq details[name="faq"]:not([open])', 8],
  ['/', '#faq details', 8],
  // The home page says when a cash sale is the wrong choice, above the form.
  ['/', 'h2', /When a cash sale is the wrong choice.*What would we pay for your home\?/],
  ['/glasgow', AREAS, Array.from({ length: 16 }, () => expect.stringMatching(/^G\d{1,2}\D/) as string)],
  ['/glasgow', `${COMPARISON} thead th`, ['Cash buyer (us)', 'Estate agent']],
  ['/glasgow', `${COMPARISON} th[scope="rowgroup"]`, ['Price', 'Fees', 'Time', 'Viewings', 'Certainty']],
  ['/glasgow', `${REVIEWS} figure`, 4],
  ['/glasgow', REVIEWS, /It was not written by a customer\./],
  ['/aberdeen', 'h2:not(footer h2)', /^[^|]*Speak to Aberdeen City Council first \|/],
  ['/blog', 'main article', 6],
  ['/blog', 'main article:has(h2:not(:empty))', 6],
  ['/privacy-policy', '[data-prose] h2', 8],
  ['/terms-and-conditions', '[data-prose] h2', 11],
  ['/cookie-policy', '[data-prose] h2', 7],
])('on %s, the count or text of %s is %o', (path, selector, expected) => {
  const texts = textsOf(pageAt(path).$, selector);
  if (typeof expected === 'number') expect(texts).toHaveLength(expected);
  else if (Array.isArray(expected)) expect(texts).toEqual(expected);
  else expect(texts.join(' | ')).toMatch(expected);
});

/** Each city in the order of the footer, with its number of questions. */
const CITIES: [slug: string, name: string, questions: number][] = [
  ['glasgow', 'Glasgow', 10],
  ['edinburgh', 'Edinburgh', 5],
  ['aberdeen', 'Aberdeen', 4],
  ['dundee', 'Dundee', 4],
];

const FOOTER_SECTIONS = ['/#how-it-works', '/#why-us', '/#testimonials', '/blog'];
const CITY_PATHS = CITIES.map(([slug]) => `/${slug}`);
const LEGAL_PATHS = ['/privacy-policy', '/terms-and-conditions', '/cookie-policy'];
const LAW_GUIDE = '/blog/scottish-property-law-guide';
const RELATED = 'section[aria-labelledby="related-articles"] a';

test.each([
  ['/', 'footer nav a', [...FOOTER_SECTIONS, ...CITY_PATHS, ...LEGAL_PATHS]],
  ['/', `${AREAS} a`, ['/glasgow', '/edinburgh']],
  // The law guide is among its own related articles, as in the firm's specification.
  [
    LAW_GUIDE,
    RELATED,
    [LAW_GUIDE, '/blog/how-to-sell-house-fast-scotland', '/blog/selling-property-poor-condition'],
  ],
])('%s links with %s to %o', (path, selector, hrefs) => {
  expect(attributesOf(pageAt(path).$, selector, 'href')).toEqual(hrefs);
});

test.each([['/', 8] as const, ...CITIES.map(([slug, , questions]) => [`/${slug}`, questions] as const)])(
  '%s has %i questions, and the same in its structured data',
  (path, count) => {
    const questions = textsOf(pageAt(path).$, '#faq summary');
    expect(questions).toHaveLength(count);
    expect(structuredQuestionsOf(pageAt(path))).toEqual(questions);
  },
);

test.each(CITIES)('/%s has its heading, forms, benefits, districts and structured data', (slug, name) => {
  const page = pageAt(`/${slug}`);
  const { $ } = page;
  expect($('h1').text()).toContain(name);
  expect(attributesOf($, 'section:has(h1) a', 'href')[0]).toBe('#valuation-form');
  expect($(VALUATION_FORM)).toHaveLength(1);
  expect($('form[data-lead-form="chat_widget"]')).toHaveLength(1);
  expect($('section[aria-labelledby="benefits-title"] li')).toHaveLength(4);
  expect(new Set(textsOf($, AREAS)).size).toBe(16);
  const things = structuredDataOf(page).flatMap((data) => data['@graph']);
  expect(things).toContainEqual(
    expect.objectContaining({
      '@type': 'LocalBusiness',
      areaServed: { '@type': 'City', name },
      priceRange: '£££',
      aggregateRating: expect.objectContaining({ ratingValue: 4.8, reviewCount: 127 }) as unknown,
      openingHoursSpecification: expect.arrayContaining([
        expect.objectContaining({ opens: '09:00', closes: '14:00' }) as unknown,
      ]) as unknown,
    }),
  );
  expect(things).toContainEqual(expect.objectContaining({ '@type': 'Service' }));
});

test.each([
  ...['£180k', '500+', '60% of sales', '1–3%', '18 days', '4–6 months', '10–15 viewings', '33%'],
  '4.8 out of 5 from 127 reviews',
])('/glasgow has the figure %s', (figure) => {
  expect(textsOf(pageAt('/glasgow').$, '[data-claim]')).toContain(figure);
});

test('only the city pages have a rating in their structured data, and each shows it', () => {
  const rated = [...pages.values()].filter((page) =>
    JSON.stringify(structuredDataOf(page)).includes('aggregateRating'),
  );
  expect(rated.map(({ path }) => path).sort()).toEqual(CITY_PATHS.toSorted());
  for (const { $ } of rated) {
    expect(textsOf($, 'main [data-claim="rating-city"]')).toEqual(['4.8 out of 5 from 127 reviews']);
  }
});

/** The promises of the first section of the firm's specification, each on a page that makes it in these words. */
test.each([
  ['/', '#valuation-form', /guaranteed, no-obligation cash offer within 24 hours/],
  ['/', '#why-us', /No viewings, no agents, no Home Report needed\./],
  ['/aberdeen', 'main', /in as little as 7 days, typically 14–28 days/],
  ['/', '#faq', /14–21 days/],
  ['/', '#faq', /offers rent-back/],
  ['/', '#testimonials', /4\.9 out of 5 from over 3,000 verified reviews/],
])('%s, %s promises %o', (path, selector, promise) => {
  expect(textsOf(pageAt(path).$, selector).join(' ')).toMatch(promise);
});

/** Looks at the text outside claims (figures with a source, `claims.yaml`), their notes, islands and scripts. */
test.each(['/', ...CITY_PATHS])('%s has no amount and no percentage that is not a claim', (path) => {
  const { $ } = pageAt(path);
  const main = $('main').clone();
  main.find('[data-claim], [data-claim-note], [data-island], script').remove();
  expect(main.text().match(/£\s?\d[\d,.]*|[\d.–]+\s?%/g) ?? []).toEqual([]);
});

/** The table "Article pages" in section 2 of the firm's specification, with our own values where it has none. */
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

test.each(ARTICLES)(
  'the article %s has its date, reading time, breadcrumb, call to action, form and related articles',
  (slug, date, minutes, callToAction, href) => {
    const { $ } = pageAt(`/blog/${slug}`);
    expect($(`main article header time[datetime="${date}"]`)).toHaveLength(1);
    expect($('main article header').text()).toContain(`${minutes} min read`);
    expect(textsOf($, BREADCRUMB)).toEqual(['Blog', textsOf($, 'h1')[0]]);
    expect(textsOf($, `main aside a[href="${href}"]`)).toEqual([callToAction]);
    expect($(VALUATION_FORM)).toHaveLength(1);
    expect($(RELATED)).toHaveLength(3);
    expect($('nav[aria-label="On this page"] a').length).toBeGreaterThan(5);
    expect($('meta[property="og:type"]').attr('content')).toBe('article');
    expect($('meta[property="article:published_time"]').attr('content')).toBe(date);
  },
);

test('the blog has a card for each article, the newest first', () => {
  const { $ } = pageAt('/blog');
  for (const card of $('main article').get()) {
    expect($(card).find('time').text()).toMatch(/^\d{1,2} (?:January|February) 2024$/);
    expect($(card).text()).toMatch(/^(?:Guides|Comparison|Legal|Advice)/);
    expect($(card).find('a').text()).toMatch(/^Read More/);
  }
  const dates = attributesOf($, 'main article time', 'datetime');
  expect(dates).toEqual(dates.toSorted().reverse());
  expect(attributesOf($, 'main article a', 'href').sort()).toEqual(
    ARTICLES.map(([slug]) => `/blog/${slug}`).sort(),
  );
});

test.each(LEGAL_PATHS)('%s was last updated on 7 October 2025, and lists the changes since', (path) => {
  const { $ } = pageAt(path);
  expect(textsOf($, 'main header')[0]).toContain('Last updated 7 October 2025');
  expect($('#changes-since').text().trim()).toBe('Changes since 7 October 2025');
  expect($('section[aria-labelledby="changes-since"] li time').length).toBeGreaterThan(0);
});
