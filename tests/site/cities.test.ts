import { describe, expect, test } from 'vitest';
import {
  attributesOf,
  readBuiltPage,
  structuredDataOf,
  structuredQuestionsOf,
  textsOf,
} from '../support/built-pages.ts';

const thingsOf = (path: string) => structuredDataOf(readBuiltPage(path)).flatMap((data) => data['@graph']);

/** Each city's name and number of questions, from sections 2 and 9 of the specification. */
const CITIES: [slug: string, name: string, questions: number][] = [
  ['glasgow', 'Glasgow', 10],
  ['edinburgh', 'Edinburgh', 4],
  ['aberdeen', 'Aberdeen', 4],
  ['dundee', 'Dundee', 4],
];

describe.each(CITIES)('/%s', (slug, name, questions) => {
  const path = `/${slug}`;
  const { $ } = readBuiltPage(path);

  test('has the city in its heading, and links to the form on the page', () => {
    expect($('h1').text()).toContain(name);
    expect(attributesOf($, 'section:has(h1) a', 'href')[0]).toBe('#valuation-form');
    expect($('form[data-lead-form="valuation_form"]')).toHaveLength(1);
    expect($('form[data-lead-form="chat_widget"]')).toHaveLength(1);
  });

  test('has four benefits and sixteen areas', () => {
    expect($('section[aria-labelledby="benefits-title"] li')).toHaveLength(4);
    expect(new Set(textsOf($, 'section[aria-labelledby="areas-title"] li')).size).toBe(16);
  });

  test(`has ${questions} questions, and the same in its structured data`, () => {
    expect(textsOf($, '#faq summary')).toHaveLength(questions);
    expect(structuredQuestionsOf(readBuiltPage(path))).toEqual(textsOf($, '#faq summary'));
  });

  test('has structured data about the business and the service', () => {
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
});

describe('the other sections of /glasgow', () => {
  const { $ } = readBuiltPage('/glasgow');

  test('have the figures of the specification', () => {
    expect(textsOf($, '[data-claim]')).toEqual(
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

  test('list sixteen postcode areas', () => {
    for (const area of textsOf($, 'section[aria-labelledby="areas-title"] li'))
      expect(area).toMatch(/^G\d{1,2}\D/);
  });

  test('compare a cash buyer with an estate agent in a table', () => {
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

  test('show four reviews, and say that they are samples', () => {
    expect($('section[aria-labelledby="reviews-title"] figure')).toHaveLength(4);
    expect($('section[aria-labelledby="reviews-title"]').text()).toContain(
      'It was not written by a customer.',
    );
  });
});

test('/aberdeen begins with a warning to owners of RAAC homes', () => {
  const [first] = textsOf(readBuiltPage('/aberdeen').$, 'h2:not(footer h2)');
  expect(first).toMatch(/Speak to Aberdeen City Council first$/);
});
