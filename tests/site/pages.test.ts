import { expect, test } from 'vitest';
import { CHAT_FIELDS } from '#lead/chat.ts';
import { VALUATION_FIELDS } from '#lead/valuation.ts';
import { TYPED_FIGURE } from '#server/publishing/content-rules.ts';
import {
  attributesOf,
  readBuiltPages,
  structuredDataOf,
  structuredQuestionsOf,
  textsOf,
} from '../support/site/built-pages.ts';
import { ARTICLES, CITIES, HOME, REVIEWS } from '../support/site/site-content.ts';
import {
  SPECIFIED_ARTICLES,
  SPECIFIED_CITIES,
  SPECIFIED_LEGAL_PAGES,
} from '../support/site/specified-pages.ts';

const pages = readBuiltPages();

function pageAt(path: string) {
  const page = pages.get(path);
  if (page === undefined) throw new Error(`The site has no page ${path}.`);
  return page;
}

const FIGURES = 'dl:has([data-claim="coverage"])';
const AREAS = 'section[aria-labelledby="areas-title"] li';
const CITY_REVIEWS = 'section[aria-labelledby="reviews-title"]';
const COMPARISON = 'section[aria-labelledby="comparison-title"] table';
const BREADCRUMB = 'nav[aria-label="Breadcrumb"] li > :is(a, [aria-current])';
const VALUATION_FORM = 'form[data-lead-form="valuation_form"]';
const CHAT_FORM = 'form[data-lead-form="chat_widget"]';

/** From sections 2 and 9 of the firm's specification: the number of elements, their texts, or part of their text. */
test.each<[path: string, selector: string, expected: number | { least: number } | string[] | RegExp]>([
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
  ['/', AREAS, 15],
  ['/', 'section[aria-labelledby="areas-title"]', /Not sure if we cover your area\?/],
  ['/', '#faq details[name="faq"]:not([open])', { least: 8 }],
  ['/', '#faq details[open]', 0],
  ['/glasgow', '#faq details', { least: 10 }],
  // The home page says when a cash sale is the wrong choice, above the form.
  ['/', 'h2', /When a cash sale is the wrong choice.*What would we pay for your home\?/],
  ['/', `${VALUATION_FORM}:not([novalidate])`, 1],
  ['/', '[data-island] [data-claim-note="offer-within"]', 1],
  ['/', 'details:has([data-lead-form="chat_widget"])', /Mon–Fri 09:00–18:00/],
  // In the panel and in the confirmation.
  ['/', '[data-island] [data-claim="chat-reply-time"]', 2],
  ['/glasgow', AREAS, Array.from({ length: 16 }, () => expect.stringMatching(/^G\d{1,2}\D/) as string)],
  ['/glasgow', `${COMPARISON} thead th`, ['Cash buyer (us)', 'Estate agent']],
  ['/glasgow', `${COMPARISON} th[scope="rowgroup"]`, ['Price', 'Fees', 'Time', 'Viewings', 'Certainty']],
  ['/aberdeen', 'h2:not(footer h2)', /^[^|]*Speak to Aberdeen City Council first \|/],
  ['/privacy-policy', '[data-prose] h2', 8],
  ['/terms-and-conditions', '[data-prose] h2', 11],
  ['/cookie-policy', '[data-prose] h2', 7],
])('on %s, the count or text of %s is %o', (path, selector, expected) => {
  const texts = textsOf(pageAt(path).$, selector);
  if (typeof expected === 'number') expect(texts).toHaveLength(expected);
  else if (Array.isArray(expected)) expect(texts).toEqual(expected);
  else if (expected instanceof RegExp) expect(texts.join(' | ')).toMatch(expected);
  else expect(texts.length).toBeGreaterThanOrEqual(expected.least);
});

test.each([
  ['valuation', VALUATION_FORM, VALUATION_FIELDS],
  ['chat', CHAT_FORM, CHAT_FIELDS],
] as const)('each field of the %s has a control and an element for its error', (id, form, fields) => {
  const { $ } = pageAt('/');
  for (const field of fields) {
    expect($(`${form} [name="${field}"]`).length, field).toBeGreaterThan(0);
    expect($(`${form} #${id}-${field}`), field).toHaveLength(1);
    expect($(`p#${id}-${field}-error[data-field-error="${field}"][hidden]`), field).toHaveLength(1);
  }
});

const FOOTER_SECTIONS = ['/#how-it-works', '/#why-us', '/#testimonials', '/blog'];
const CITY_PATHS = CITIES.map(({ path }) => path);
const LAW_GUIDE = '/blog/scottish-property-law-guide';
const RELATED = 'section[aria-labelledby="related-articles"] a';

test.each(REVIEWS)('$path has $count reviews, and says if one is an example', ({ path, count, notice }) => {
  const { $ } = pageAt(path);
  const section = `#testimonials, ${CITY_REVIEWS}`;
  expect($(section).find('figure:has(svg[aria-label$="out of 5 stars"])')).toHaveLength(count);
  expect(textsOf($, '[data-example-notice]')).toEqual(notice === null ? [] : [notice]);
});

test('the examples are the three reviews of the home page and the four of Glasgow that the specification has', () => {
  const examples = REVIEWS.filter(({ isExample }) => isExample).map(({ path, count }) => [path, count]);
  const specified = [
    ['/', 3],
    ['/glasgow', 4],
  ];
  expect(specified).toEqual(expect.arrayContaining(examples));
});

test.each([
  // The law guide is among its own related articles, as in the firm's specification.
  [
    LAW_GUIDE,
    RELATED,
    [LAW_GUIDE, '/blog/how-to-sell-house-fast-scotland', '/blog/selling-property-poor-condition'],
  ],
  [LAW_GUIDE, 'main aside a[href^="/#"]', ['/#valuation']],
])('%s links with %s to %o', (path, selector, hrefs) => {
  expect(attributesOf(pageAt(path).$, selector, 'href')).toEqual(hrefs);
});

test('the footer links to the sections, the blog, the cities and the legal pages', () => {
  const hrefs = attributesOf(pageAt('/').$, 'footer nav a', 'href');
  const specified = [...FOOTER_SECTIONS, ...SPECIFIED_CITIES, ...SPECIFIED_LEGAL_PAGES];
  const others = CITY_PATHS.filter((path) => !specified.includes(path));
  expect(hrefs.filter((href) => !others.includes(href))).toEqual(specified);
});

test('in the list of areas on the home page, each city with a page of its own is a link to it', () => {
  const { $ } = pageAt('/');
  const areas = textsOf($, AREAS);
  const links = $(`${AREAS} a`).map((_, a) => `${$(a).text().trim()} ${$(a).attr('href') ?? ''}`);
  const listed = CITIES.filter(({ name }) => areas.includes(name));
  expect(listed.length).toBeGreaterThan(0);
  expect(links.get().sort()).toEqual(listed.map(({ name, path }) => `${name} ${path}`).sort());
});

test.each([HOME, ...CITIES].map(({ path, faq }) => [path, faq?.items.length ?? 0] as const))(
  '%s has %i questions, and the same in its structured data',
  (path, count) => {
    const questions = textsOf(pageAt(path).$, '#faq summary');
    expect(questions).toHaveLength(count);
    expect(structuredQuestionsOf(pageAt(path))).toEqual(questions);
  },
);

test.each(CITIES)(
  '$path has its heading, forms, benefits, districts and structured data',
  ({ path, name }) => {
    const page = pageAt(path);
    const { $ } = page;
    if (SPECIFIED_CITIES.includes(path)) expect($('h1').text()).toContain(name);
    expect(attributesOf($, 'section:has(h1) a', 'href')[0]).toBe('#valuation-form');
    expect($(VALUATION_FORM)).toHaveLength(1);
    expect($(CHAT_FORM)).toHaveLength(1);
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
  },
);

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
  expect(main.text().match(TYPED_FIGURE) ?? []).toEqual([]);
});

test.each(ARTICLES)(
  '$path has its date, reading time, breadcrumb, call to action, form and related articles',
  ({ path, publishedOn, callToAction: { text, href } }) => {
    const { $ } = pageAt(path);
    expect($(`main article header time[datetime="${publishedOn}"]`)).toHaveLength(1);
    expect($('main article header').text()).toMatch(/\d min read/);
    expect(textsOf($, BREADCRUMB)).toEqual(['Blog', textsOf($, 'h1')[0]]);
    expect(textsOf($, `main aside a[href="${href}"]`)).toEqual([text]);
    expect($(VALUATION_FORM)).toHaveLength(1);
    expect($(RELATED)).toHaveLength(3);
    expect($('meta[property="og:type"]').attr('content')).toBe('article');
    expect($('meta[property="article:published_time"]').attr('content')).toBe(publishedOn);
  },
);

test.each(SPECIFIED_ARTICLES.filter((row) => row.length > 1))(
  '%s has the specified date %s, %i minutes and the call to action %s',
  (path, date, minutes, callToAction) => {
    const { $ } = pageAt(path);
    expect($('main article header time').attr('datetime')).toBe(date);
    expect($('main article header').text()).toContain(`${minutes} min read`);
    expect(textsOf($, 'main aside a[href^="/#"]')).toEqual([callToAction]);
  },
);

test.each(SPECIFIED_ARTICLES)('%s has a list of its parts', (path) => {
  expect(pageAt(path).$('nav[aria-label="On this page"] a').length).toBeGreaterThan(5);
});

test('the blog has a card for each article, the newest first', () => {
  const { $ } = pageAt('/blog');
  for (const card of $('main article').get()) {
    expect($(card).find('h2').text()).not.toBe('');
    expect($(card).find('time').text()).toMatch(/^\d{1,2} [A-Z][a-z]+ 20\d\d$/);
    expect($(card).text()).toMatch(/^(?:Guides|Comparison|Legal|Advice)/);
    expect($(card).find('a').text()).toMatch(/^Read More/);
  }
  const dates = attributesOf($, 'main article time', 'datetime');
  expect(dates).toEqual(dates.toSorted().reverse());
  expect(attributesOf($, 'main article a', 'href').sort()).toEqual(ARTICLES.map(({ path }) => path).sort());
});

test.each(SPECIFIED_LEGAL_PAGES)(
  '%s was last updated on 7 October 2025, and lists the changes since',
  (path) => {
    const { $ } = pageAt(path);
    expect(textsOf($, 'main header')[0]).toContain('Last updated 7 October 2025');
    expect($('#changes-since').text().trim()).toBe('Changes since 7 October 2025');
    expect($('section[aria-labelledby="changes-since"] li time').length).toBeGreaterThan(0);
  },
);
