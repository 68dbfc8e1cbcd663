import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readBuiltPages, structuredDataOf, textsOf, toldQuestionsOf } from '../support/built-pages.ts';

const pages = readBuiltPages(join(import.meta.dirname, '../../dist'));

function pageAt(path: string) {
  const page = pages.get(path);
  if (page === undefined) throw new Error(`The built site has no page at ${path}.`);
  return page;
}

const thingsOf = (path: string) => structuredDataOf(pageAt(path)).flatMap((data) => data['@graph']);

/** Sentences long enough to have been written for one city. */
const sentencesOf = (path: string) =>
  textsOf(pageAt(path).$, 'main > section:not(#valuation-form) :is(p, li > p):not([data-claim-note])')
    .flatMap((text) => text.split(/(?<=[.?]) /))
    .filter((sentence) => sentence.length > 40);

/** Name, questions on the page. @see sections 2 and 9 of the specification */
const CITIES: [slug: string, name: string, questions: number][] = [
  ['glasgow', 'Glasgow', 10],
  ['edinburgh', 'Edinburgh', 4],
  ['aberdeen', 'Aberdeen', 4],
  ['dundee', 'Dundee', 4],
];

describe.each(CITIES)('/%s', (slug, name, questions) => {
  const path = `/${slug}`;
  const { $ } = pageAt(path);

  test('names the city in its heading, and leads to the form on the page', () => {
    expect($('h1').text()).toContain(name);
    expect($('section:has(h1) a').attr('href')).toBe('#valuation-form');
    expect($('form[data-lead-form="valuation_form"]')).toHaveLength(1);
    expect($('form[data-lead-form="chat_widget"]')).toHaveLength(1);
  });

  test('has four benefits and sixteen areas', () => {
    expect($('section[aria-labelledby="benefits-title"] li')).toHaveLength(4);
    expect(new Set(textsOf($, 'section[aria-labelledby="areas-title"] li')).size).toBe(16);
  });

  test(`has ${questions} questions, and tells search engines the same`, () => {
    expect(textsOf($, '#faq summary')).toHaveLength(questions);
    expect(toldQuestionsOf(pageAt(path))).toEqual(textsOf($, '#faq summary'));
  });

  test('says that we buy here, when we are open and what we cost', () => {
    expect(thingsOf(path)).toContainEqual(
      expect.objectContaining({
        '@type': 'LocalBusiness',
        areaServed: { '@type': 'City', name },
        priceRange: '£££',
        openingHoursSpecification: expect.arrayContaining([
          expect.objectContaining({ opens: '09:00', closes: '14:00' }) as unknown,
        ]) as unknown,
      }),
    );
    expect(thingsOf(path)).toContainEqual(expect.objectContaining({ '@type': 'Service' }));
  });

  test('has its own text: no sentence of it is on another page of a city', () => {
    const others = new Set(
      CITIES.filter(([other]) => other !== slug).flatMap(([other]) => sentencesOf(`/${other}`)),
    );
    expect(sentencesOf(path).length).toBeGreaterThan(15);
    expect(sentencesOf(path).filter((sentence) => others.has(sentence))).toEqual([]);
  });
});

describe('/glasgow, the rich page', () => {
  const { $ } = pageAt('/glasgow');

  test('has the figures of the specification', () => {
    const figures = $('[data-claim]').map((_, figure) => $(figure).text());
    expect(figures.get()).toEqual(
      expect.arrayContaining([
        '£180k',
        '500+',
        '60% of sales',
        '1–3%',
        '18 days',
        '4–6 months',
        '10–15 viewings',
        '33%',
        '4.8 out of 5 from 127 reviews',
      ]),
    );
  });

  test('has sixteen postcode areas', () => {
    for (const area of textsOf($, 'section[aria-labelledby="areas-title"] li'))
      expect(area).toMatch(/^G\d{1,2}\D/);
  });

  test('compares a cash buyer with an estate agent in a table', () => {
    const table = 'section[aria-labelledby="comparison-title"] table';
    expect(textsOf($, `${table} thead th`)).toEqual(['Cash buyer (us)', 'Estate agent']);
    expect(textsOf($, `${table} th[scope="rowgroup"]`)).toEqual([
      'Fees',
      'Time',
      'Viewings',
      'Certainty',
      'Price',
    ]);
  });

  test('has four reviews, and says that they are samples', () => {
    expect($('section[aria-labelledby="reviews-title"] figure')).toHaveLength(4);
    expect($('section[aria-labelledby="reviews-title"]').text()).toContain(
      'It was not written by a customer.',
    );
  });
});

test('/aberdeen sends owners of RAAC homes to the council before anything else', () => {
  const [first] = textsOf(pageAt('/aberdeen').$, 'h2:not(footer h2)');
  expect(first).toMatch(/Speak to Aberdeen City Council first$/);
});
